import { boards } from '@desk/contract/boards';
import { implement } from '../../platform/http/implement.ts';
import {
  agreementList,
  countsBy,
  flagList,
  ownList,
  ownResellerCount,
  ownStatusCount,
  segmentList,
  statusList,
  teamExport,
  teamList,
} from './queries.ts';

export const boardRoutes = implement(boards, {
  teamCount: countsBy('team'),
  segmentCount: countsBy('segment'),
  agreementCount: countsBy('agreement'),
  flagCount: countsBy('flag'),
  statusCount: countsBy('status'),
  teamList,
  teamExport,
  segmentList,
  agreementList,
  flagList,
  statusList,
  ownStatusCount,
  ownResellerCount,
  ownList,
});
