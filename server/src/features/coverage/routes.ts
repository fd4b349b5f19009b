import { coverage } from '@desk/contract/renewal-work/coverage';
import { implement } from '../../platform/http/implement.ts';
import { latestCoverage } from './queries.ts';

export const coverageRoutes = implement(coverage, { latest: latestCoverage });
