import { axima } from '@desk/contract/axima';
import type { Call, Role } from '@desk/contract/call';
import { domains } from '@desk/contract/domains';
import { jobs } from '@desk/contract/jobs';
import { mailLog } from '@desk/contract/mail-log';
import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { myDay } from '@desk/contract/renewal-work/my-day';
import { ADD_ON_SCREEN, isOfRenewals } from '@desk/contract/rules/pages';
import { users } from '@desk/contract/users';
import { WAITING_SCREENS, type WaitingScreen } from '@desk/contract/waiting';

/** The call that lists what is counted: who may make it may know the count. */
const LISTED_BY: Readonly<Record<WaitingScreen, Call>> = {
  my_day: myDay.list,
  deadlines: deadlines.list,
  mail_in: inbound.list,
  approve_users: users.pending,
  approve_domain: domains.pending,
  mail_log: mailLog.list,
  jobs: jobs.all,
};

/** The screens of which somebody may know what waits there. */
export const countedFor = ({ menus, role }: { menus: ReadonlySet<string>; role: Role }): WaitingScreen[] =>
  WAITING_SCREENS.filter((screen) => {
    const { screens = [], roles } = LISTED_BY[screen];
    return screens.some((one) => menus.has(one)) && (roles === undefined || roles.includes(role));
  });

/** Who sells, renews and supports the add-on product. */
const OF_ADD_ONS = [axima.update, axima.addLicence].flatMap(({ roles }): readonly Role[] => roles);

/**
 * Whether the add-ons to renew are work of somebody's day. All who have their screen share the list; of who works on renewals, and may
 * enter nothing about an add-on, it is no work.
 */
export const worksOnAddOns = ({ menus, role }: { menus: ReadonlySet<string>; role: Role }): boolean =>
  menus.has(ADD_ON_SCREEN) && (OF_ADD_ONS.includes(role) || ![...menus].some(isOfRenewals));
