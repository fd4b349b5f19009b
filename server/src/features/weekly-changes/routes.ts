import { weeklyChanges } from '@desk/contract/renewal-work/weekly-changes';
import { implement } from '../../platform/http/implement.ts';
import { changesSince } from './queries.ts';

export const weeklyChangeRoutes = implement(weeklyChanges, { since: changesSince });
