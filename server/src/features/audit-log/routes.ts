import { auditLog } from '@desk/contract/audit-log';
import { implement } from '../../platform/http/implement.ts';
import { exportEntries, pageOfEntries, thingsWithEntries } from './queries.ts';

export const auditLogRoutes = implement(auditLog, {
  entries: pageOfEntries,
  things: thingsWithEntries,
  export: exportEntries,
});
