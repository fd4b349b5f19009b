import { ownRenewals } from '@desk/contract/own-renewals';
import { implement } from '../../platform/http/implement.ts';
import { decide } from './commands.ts';
import { pageOfOwn } from './queries.ts';

export const ownRenewalRoutes = implement(ownRenewals, { list: pageOfOwn, decide });
