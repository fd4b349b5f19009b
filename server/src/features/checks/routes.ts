import { checks } from '@desk/contract/checks';
import { sheetOf, textColumns } from '../../platform/files/sheet.ts';
import { implement } from '../../platform/http/implement.ts';
import { cancelRun, check, exportRun } from './commands.ts';
import { newestRuns, pageOfRun } from './queries.ts';
import { TEMPLATE_HEADER, TEMPLATE_ROWS } from './rules.ts';

export const checkRoutes = implement(checks, {
  domains: check('domains'),
  mail: check('mail'),
  runs: newestRuns,
  run: pageOfRun,
  cancel: cancelRun,
  exportRun,
  template: () => Promise.resolve(sheetOf(textColumns(TEMPLATE_HEADER), TEMPLATE_ROWS)),
});
