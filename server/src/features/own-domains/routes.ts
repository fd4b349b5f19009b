import { ownDomains } from '@desk/contract/own-domains';
import { implement } from '../../platform/http/implement.ts';
import { pageOfOwnDomains } from './queries.ts';

export const ownDomainRoutes = implement(ownDomains, { list: pageOfOwnDomains });
