import { access } from './access.ts';
import { admins } from './admins.ts';
import { auditLog } from './audit-log.ts';
import { deadlines } from './renewal-work/deadlines.ts';
import { directory } from './directory.ts';
import { directoryProduct } from './directory-product.ts';
import { domainPage } from './domain-page.ts';
import { domainApprovals, domains } from './domains.ts';
import { assignmentRules } from './renewal-work/assignment-rules.ts';
import { axima } from './axima.ts';
import { boards } from './boards.ts';
import { checks } from './checks.ts';
import { connections } from './connections.ts';
import { contacts } from './renewal-work/contacts.ts';
import { coverage } from './renewal-work/coverage.ts';
import { crmTasks } from './crm-tasks.ts';
import { customers } from './customers.ts';
import { followUp } from './follow-up.ts';
import { handOver } from './renewal-work/hand-over.ts';
import { imports } from './imports.ts';
import { inbound } from './renewal-work/inbound.ts';
import { jobs } from './jobs.ts';
import { leave } from './renewal-work/leave.ts';
import { licences } from './licences.ts';
import { mailLog } from './mail-log.ts';
import { myDay } from './renewal-work/my-day.ts';
import { notifications } from './notifications.ts';
import { offers } from './renewal-work/offers.ts';
import { overview } from './overview.ts';
import { ownDomains } from './own-domains.ts';
import { ownRenewals } from './own-renewals.ts';
import { portal } from './portal.ts';
import { reminders } from './renewal-work/reminders.ts';
import { registration } from './registration.ts';
import { renewals } from './renewals.ts';
import { resellers } from './resellers.ts';
import { search } from './search.ts';
import { sync } from './sync.ts';
import { team } from './team.ts';
import { timeline } from './timeline.ts';
import { userApprovals, users } from './users.ts';
import { views } from './views.ts';
import { waiting } from './waiting.ts';
import { weeklyChanges } from './renewal-work/weekly-changes.ts';
import { instructions } from './renewal-work/instructions.ts';

/** Every call of the product, by noun. The server implements it whole; the web calls nothing else. */
export const contract = {
  access,
  registration,
  renewals,
  followUp,
  handOver,
  notifications,
  sync,
  team,
  imports,
  inbound,
  jobs,
  mailLog,
  myDay,
  users,
  userApprovals,
  admins,
  auditLog,
  domains,
  domainApprovals,
  assignmentRules,
  axima,
  boards,
  portal,
  reminders,
  leave,
  licences,
  ownDomains,
  ownRenewals,
  checks,
  connections,
  contacts,
  coverage,
  crmTasks,
  customers,
  deadlines,
  directory,
  directoryProduct,
  domainPage,
  offers,
  overview,
  resellers,
  search,
  timeline,
  views,
  waiting,
  weeklyChanges,
  instructions,
};
