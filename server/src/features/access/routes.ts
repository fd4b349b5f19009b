import { access } from '@desk/contract/access';
import { withSlugs } from '@desk/contract/rules/slugs';
import { dayIn } from '../../platform/time/days.ts';
import { namesOf, slugsOf } from '../../config.ts';
import { implement } from '../../platform/http/implement.ts';
import { touchSession } from '../../auth/sessions.ts';
import {
  adminLogin,
  editUser,
  forgotPassword,
  login,
  logout,
  resetAdminPassword,
  sendAdminOtp,
  sendOtp,
  verifyOtp,
} from './commands.ts';
import { menuOf, profileOf } from './queries.ts';

export const accessRoutes = implement(access, {
  login,
  adminLogin,
  sendAdminOtp,
  sendOtp,
  verifyOtp,
  forgotPassword,
  resetAdminPassword,
  logout,
  checkSession: async ({ extend }, { actor, pool, config }) => {
    const { email, role, firstLogin, menus } = actor;
    const exp = extend && !firstLogin ? await touchSession(pool, actor.tokenHash) : actor.exp;
    const slugs = slugsOf(config);
    return { email, role, firstLogin, exp, routes: [...menus].map((route) => withSlugs(route, slugs)) };
  },
  menu: async (_body, ctx) => ({ menu: await menuOf(ctx, ctx.actor) }),
  profile: (_body, { db, actor }) => profileOf(db, actor),
  editUser,
  brand: (_body, { config, now }) =>
    Promise.resolve({
      brand_name: config.BRAND_NAME,
      ...namesOf(config),
      today: dayIn(config.BUSINESS_TIME_ZONE, now()),
    }),
});
