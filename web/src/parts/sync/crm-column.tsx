import type { CrmStanding } from '@desk/contract/customers';
import { Explained } from '../../kit/cell/explained.tsx';
import { Badge } from '../../kit/text/badge.tsx';

type Shown = Partial<CrmStanding>;

const words = ({ crm_state, crm_reason }: Shown): string =>
  (crm_reason ?? null) === null ? (crm_state ?? 'none') : `${crm_state ?? 'none'}: ${crm_reason ?? ''}`;

const Cell = ({ crm_state, crm_reason }: Shown) => (
  <Explained why={crm_reason ?? null}>
    <Badge word={crm_state ?? 'none'} />
  </Explained>
);

/** Whether something has arrived in the CRM, and why not: the column CRM of a list. */
export const crmColumn = { text: words, cell: Cell, width: 160 };
