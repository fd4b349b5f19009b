import { waiting } from '@desk/contract/waiting';
import { implement } from '../../platform/http/implement.ts';
import { waitingCounts } from './queries.ts';

export const waitingRoutes = implement(waiting, { counts: waitingCounts });
