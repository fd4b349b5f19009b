import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { readSession, rememberAddress } from '../api/session.ts';
import { AdminLoginScreen } from '../features/access/admin-login.screen.tsx';
import { UnexpectedError, WrongUrlPage } from './error-pages.tsx';
import { homeOf } from './home-of.ts';
import { Loading } from './loading.tsx';

const asText = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: WrongUrlPage,
  errorComponent: UnexpectedError,
  validateSearch: asText,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    redirect({ to: '/adminpanel', replace: true, throw: true });
  },
});

const adminLogin = createRoute({
  getParentRoute: () => root,
  path: '/adminpanel',
  beforeLoad: () => {
    const session = readSession();
    if (session) redirect({ href: homeOf(session.menu), replace: true, throw: true });
  },
  component: AdminLoginScreen,
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/adminpanel/forget_password',
  component: lazyRouteComponent(() => import('../features/access/forgot-password.screen.tsx'), 'ForgotPasswordScreen'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/adminpanel/reset_password',
  component: lazyRouteComponent(() => import('../features/access/reset-password.screen.tsx'), 'ResetPasswordScreen'),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => import('../features/access/logout.screen.tsx'), 'LogoutScreen'),
});

/** Whatever needs a signed-in user stands inside the layout. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    if (readSession()) return;
    rememberAddress('', location.href);
    redirect({ to: '/adminpanel', replace: true, throw: true });
  },
  component: lazyRouteComponent(() => import('./shell.tsx'), 'Shell'),
});

const error = createRoute({
  getParentRoute: () => inside,
  path: '/error',
  component: lazyRouteComponent(() => import('./error-screen.tsx'), 'ErrorScreen'),
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/home',
  component: lazyRouteComponent(() => import('./greeting.tsx'), 'Greeting'),
  beforeLoad: () => {
    const to = homeOf(readSession()?.menu ?? []);
    if (to !== '/home') redirect({ href: to, replace: true, throw: true });
  },
});

const screen = createRoute({
  getParentRoute: () => inside,
  path: '/home/$screen',
  component: lazyRouteComponent(() => import('./screen-route.tsx'), 'ScreenRoute'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    start,
    adminLogin,
    forgotPassword,
    resetPassword,
    logout,
    inside.addChildren([error, home, screen]),
  ]),
  // Every value of an address is text; a screen's own schema makes numbers of those that are.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(asText(search)).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultPendingComponent: Loading,
  defaultErrorComponent: UnexpectedError,
  defaultNotFoundComponent: WrongUrlPage,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
