import { Segment, Zone } from '@desk/contract/words/lists';
import { licencesOf, type RenewalRow } from '@desk/contract/renewals';
import { useMemo, useState } from 'react';
import { businessDay } from '../../kit/text/clock.ts';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Option } from '../../kit/form/edit-select.tsx';
import type { Edits } from '../../kit/edit/edits.ts';
import { number, shown, sums } from '../../kit/text/format.ts';
import type { Column } from '../../kit/table/types.ts';
import { DomainLink } from '../../parts/domain-page/domain-link.tsx';
import { useMembers } from '../../parts/renewal/members.ts';
import { instructionWords, nextTerm } from '../../parts/renewal/next-term.ts';
import { notificationColumn, workColumns } from '../../parts/renewal/renewal-columns.tsx';
import { useRenewalDialogs, type OpenRenewal } from '../../parts/renewal/renewal-dialogs.tsx';
import { useRenewalEdits } from '../../parts/renewal/renewal-edits.ts';
import { currencyOf, marginOf, renewalIdentity } from '../../parts/renewal/renewal.ts';
import { planWords } from '@desk/contract/words/plan-words';
import { renewalCard } from '../../parts/renewal/renewal-card.tsx';
import { standingOn } from '../../parts/renewal/standing-words.ts';
import { callViewColumns, rowActions, workViewColumns } from './work-columns.tsx';

const column = columnsOf<RenewalRow>(renewalIdentity);
const amount = (text: string | null) => (text === null ? null : Number(text));
const total = (rows: readonly RenewalRow[], of: (row: RenewalRow) => number) =>
  rows.reduce((sum, row) => sum + of(row), 0);

interface ColumnOptions {
  edits: Edits<RenewalRow>;
  open: OpenRenewal;
  /** Those to whom a renewal can be assigned. */
  assignees: readonly Option[];
  /** The business day, on which renewals stand as they do. */
  today: string;
}

/** A row of a renewal list: the columns of the specification in its order, and the subscription id that bulk files need. */
const renewalColumns = ({ edits, open, assignees, today }: ColumnOptions): readonly Column<RenewalRow>[] => [
  {
    ...column.text('domain_name', 'Customer Domain', { group: 'Domain', width: 208 }),
    cell: (row) => <DomainLink name={row.domain_name} renewal={row.renewal_id} />,
  },
  column.text('resellerType', 'Reseller', { group: 'Domain', width: 96 }),
  column.text('company_name', 'Company Name', { group: 'Domain', width: 208 }),
  column.text('subscription_id', 'Subscription Id', { group: 'Domain' }),
  column.badge('plan_name', 'Plan', { group: 'Plan', width: 192, words: planWords }),
  column.badge('status', 'Status', { group: 'Plan' }),
  column.number('licensed_seats', 'Users', { group: 'Plan' }),
  column.number('number_of_seats', 'Licence', { group: 'Plan', footer: (rows) => number(total(rows, licencesOf)) }),
  column.text('sku_name', 'SKU', { group: 'Plan', width: 224 }),
  column.of('New Business Margin', {
    id: 'margin',
    group: 'Plan',
    align: 'end',
    text: marginOf,
    sort: (row) => amount(row.margin),
  }),
  column.date('renewal_date', 'Renewal Date', { group: 'Renewal', beside: standingOn(today) }),
  column.select('zone', 'Zone', { group: 'Renewal', edits, options: Zone.options }),
  column.date('provider_renewal_date', 'Provider Renewal Date', { group: 'Renewal', width: 176 }),
  column.money('price', 'Price', {
    group: 'Renewal',
    currency: currencyOf,
    footer: (rows) => sums(rows.map(({ price, currency }) => ({ amount: price, currency }))),
    // Wide enough for the sums of two currencies.
    width: 200,
  }),
  column.select('segments', 'Segments', { group: 'Renewal', edits, options: Segment.options }),
  ...workColumns(open),
  column.select('assigned_to', 'Assigned To', { group: 'Ownership', edits, options: assignees, width: 264 }),
  column.action('Update Domain Details', { group: 'Ownership', press: open.details, width: 184 }),
  notificationColumn(open),
  column.date('last_safe_day', 'Last Safe Day', { group: 'Next Term' }),
  column.of('If Nobody Acts', { id: 'if_nobody_acts', group: 'Next Term', text: (row) => nextTerm(row).first }),
  column.of('Instruction', {
    id: 'instruction',
    group: 'Next Term',
    width: 208,
    text: (row) => shown(instructionWords(row)),
  }),
];

/** The columns of a renewal list with all they open and save, its views and the actions of its rows; `dialog` is to be drawn beside the list. */
export function useRenewalColumns(when: Edits<RenewalRow>['when'], listed: Parameters<typeof useRenewalDialogs>[0]) {
  const [today] = useState(() => businessDay());
  const edits = useRenewalEdits(when);
  const { open, dialog } = useRenewalDialogs(listed);
  const { options, nameOf } = useMembers();
  const columns = useMemo(
    () => renewalColumns({ edits, open, assignees: options, today }),
    [edits, open, options, today],
  );
  const builtIn = useMemo(() => {
    const options = { today, nameOf };
    return { Work: workViewColumns(options), 'Follow-up call': callViewColumns(options), ...COLUMN_VIEWS };
  }, [today, nameOf]);
  const actions = useMemo(() => rowActions(open), [open]);
  // An action that is no column is in the row sheet all the same, and its letter works in every view.
  const sheet = useMemo(
    () => [...columns, ...actions.filter(({ id }) => columns.every((one) => one.id !== id))],
    [columns, actions],
  );
  const card = useMemo(() => renewalCard({ today, open, nameOf }), [today, open, nameOf]);
  return { columns, builtIn, actions, sheet, card, edits, dialog };
}

/** Choices of columns beside the views that have their own, and all of them. */
const COLUMN_VIEWS = {
  Pricing: [
    'plan_name',
    'number_of_seats',
    'sku_name',
    'margin',
    'renewal_date',
    'price',
    'agreement_status',
    'priceType',
    'upto20',
    'above20',
    'price_per_user',
    'assign',
  ],
  Ownership: [
    'company_name',
    'renewal_date',
    'zone',
    'segments',
    'customer_email',
    'assigned_to',
    'Update Domain Details',
  ],
};
