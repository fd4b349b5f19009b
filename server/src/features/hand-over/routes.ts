import { handOver } from '@desk/contract/renewal-work/hand-over';
import { implement } from '../../platform/http/implement.ts';
import { giveRenewals, undoHandOver } from './commands.ts';
import { handOverList, previewHandOver } from './queries.ts';

export const handOverRoutes = implement(handOver, {
  list: handOverList,
  preview: previewHandOver,
  give: giveRenewals,
  undo: undoHandOver,
});
