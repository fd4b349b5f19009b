import type { Route } from '../platform/http/implement.ts';
import { accessRoutes } from '../features/access/routes.ts';
import { adminRoutes } from '../features/admins/routes.ts';
import { assignmentRuleRoutes } from '../features/assignment-rules/routes.ts';
import { auditLogRoutes } from '../features/audit-log/routes.ts';
import { deadlineRoutes } from '../features/deadlines/routes.ts';
import { directoryProductRoutes } from '../features/directory-product/routes.ts';
import { directoryRoutes } from '../features/directory/routes.ts';
import { domainPageRoutes } from '../features/domain-page/routes.ts';
import { domainApprovalRoutes, domainRoutes } from '../features/domains/routes.ts';
import { aximaRoutes } from '../features/axima/routes.ts';
import { boardRoutes } from '../features/boards/routes.ts';
import { checkRoutes } from '../features/checks/routes.ts';
import { connectionRoutes } from '../features/connections/routes.ts';
import { contactRoutes } from '../features/contacts/routes.ts';
import { coverageRoutes } from '../features/coverage/routes.ts';
import { weeklyChangeRoutes } from '../features/weekly-changes/routes.ts';
import { crmTaskRoutes } from '../features/crm-tasks/routes.ts';
import { customerRoutes } from '../features/customers/routes.ts';
import { followUpRoutes } from '../features/follow-up/routes.ts';
import { importsRoutes } from '../features/imports/routes.ts';
import { inboundRoutes } from '../features/inbound/routes.ts';
import { instructionRoutes } from '../features/instructions/routes.ts';
import { jobRoutes } from '../features/jobs/routes.ts';
import { handOverRoutes } from '../features/hand-over/routes.ts';
import { leaveRoutes } from '../features/leave/routes.ts';
import { licenceRoutes } from '../features/licences/routes.ts';
import { mailLogRoutes } from '../features/mail-log/routes.ts';
import { myDayRoutes } from '../features/my-day/routes.ts';
import { notificationsRoutes } from '../features/notifications/routes.ts';
import { offerRoutes } from '../features/offers/routes.ts';
import { overviewRoutes } from '../features/overview/routes.ts';
import { ownDomainRoutes } from '../features/own-domains/routes.ts';
import { ownRenewalRoutes } from '../features/own-renewals/routes.ts';
import { portalRoutes } from '../features/portal/routes.ts';
import { registrationRoutes } from '../features/registration/routes.ts';
import { reminderRoutes } from '../features/reminders/routes.ts';
import { renewalRoutes } from '../features/renewals/routes.ts';
import { resellerRoutes } from '../features/resellers/routes.ts';
import { searchRoutes } from '../features/search/routes.ts';
import { syncRoutes } from '../features/subscriptions/routes.ts';
import { teamRoutes } from '../features/team/routes.ts';
import { timelineRoutes } from '../features/timeline/routes.ts';
import { userApprovalRoutes, userRoutes } from '../features/users/routes.ts';
import { viewRoutes } from '../features/views/routes.ts';
import { waitingRoutes } from '../features/waiting/routes.ts';

/** Which function answers which call, for all calls of the contract. */
export const routes: Route[] = [
  ...accessRoutes,
  ...adminRoutes,
  ...assignmentRuleRoutes,
  ...auditLogRoutes,
  ...domainRoutes,
  ...domainApprovalRoutes,
  ...aximaRoutes,
  ...boardRoutes,
  ...checkRoutes,
  ...connectionRoutes,
  ...contactRoutes,
  ...coverageRoutes,
  ...weeklyChangeRoutes,
  ...crmTaskRoutes,
  ...customerRoutes,
  ...deadlineRoutes,
  ...followUpRoutes,
  ...importsRoutes,
  ...inboundRoutes,
  ...jobRoutes,
  ...handOverRoutes,
  ...leaveRoutes,
  ...licenceRoutes,
  ...mailLogRoutes,
  ...myDayRoutes,
  ...notificationsRoutes,
  ...ownDomainRoutes,
  ...ownRenewalRoutes,
  ...portalRoutes,
  ...registrationRoutes,
  ...reminderRoutes,
  ...renewalRoutes,
  ...resellerRoutes,
  ...syncRoutes,
  ...teamRoutes,
  ...userRoutes,
  ...userApprovalRoutes,
  ...offerRoutes,
  ...overviewRoutes,
  ...directoryRoutes,
  ...directoryProductRoutes,
  ...domainPageRoutes,
  ...searchRoutes,
  ...timelineRoutes,
  ...viewRoutes,
  ...waitingRoutes,
  ...instructionRoutes,
];
