import type { Call, Role } from '@desk/contract/call';
import { domains } from '@desk/contract/domains';
import { jobs } from '@desk/contract/jobs';
import { mailLog } from '@desk/contract/mail-log';
import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { inbound } from '@desk/contract/renewal-work/inbound';
import { myDay } from '@desk/contract/renewal-work/my-day';
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
