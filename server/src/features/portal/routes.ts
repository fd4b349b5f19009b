import { portal } from '@desk/contract/portal';
import { implement } from '../../platform/http/implement.ts';
import { pageOfPortal, pageOfUsPortal } from './queries.ts';

export const portalRoutes = implement(portal, { list: pageOfPortal, usList: pageOfUsPortal });
