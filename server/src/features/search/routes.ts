import { search } from '@desk/contract/search';
import { implement } from '../../platform/http/implement.ts';
import { searchEverything } from './queries.ts';

export const searchRoutes = implement(search, { everything: searchEverything });
