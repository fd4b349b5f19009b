import { resellers, type ResellerRenewal } from '@desk/contract/resellers';
import { useMemo, useState } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useCall } from '../../api/hooks.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { DataTable } from '../../kit/table/data-table.tsx';
import { month as monthWords, number } from '../../kit/text/format.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { useSelection, type Selection } from '../../kit/table/selection.ts';
import type { Sort } from '../../kit/table/types.ts';
import { usePaged } from '../../kit/table/use-paged.ts';
import { CommentForm } from '../../parts/renewal/comment-form.tsx';
import type { RenewalKey } from '../../parts/renewal/renewal.ts';
import { SendNotification } from '../../parts/renewal/send-notification.tsx';
import { renewalColumns, renewalIdentity } from './columns.tsx';
import { NotifyDialog } from './notify.dialog.tsx';
import classes from './resellers.module.css';

const PAGE_SIZE = 10;
const NO_ROWS: readonly ResellerRenewal[] = [];
const DIALOGS = { comment: CommentForm, notify: SendNotification };

interface Opened {
  readonly kind: keyof typeof DIALOGS;
  readonly row: ResellerRenewal;
}

const keyOf = ({ renewal_id, customerDomain, subscriptionId, renewal_date }: ResellerRenewal): RenewalKey => ({
  renewal_id,
  domain_name: customerDomain,
  subscription_id: subscriptionId,
  renewal_date,
});

interface Props {
  /** The reseller's. */
  email: string;
  company: string;
  /** `yyyy-mm`. */
  month: string;
  onClose: () => void;
}

/** The renewals of a reseller's customers in a month: each is commented and notified of, several are told to the reseller at once. */
export function CustomersDialog({ email, company, month, onClose }: Props) {
  const query = useCall(resellers.customers, { month, reseller_email: email, tag: 'email' });
  const rows = query.data?.domain ?? NO_ROWS;
  const [page, setPage] = useState(1);
  const [sort, setSort] = useState<Sort>();
  const selection = useSelection();
  const selected = rows.filter((row) => selection.has(row.renewal_id));
  const [opened, setOpened] = useState<Opened>();
  const [isNotifying, setIsNotifying] = useState(false);
  const columns = useMemo(() => {
    const opening = (kind: Opened['kind']) => (row: ResellerRenewal) => setOpened({ kind, row });
    return renewalColumns({ comment: opening('comment'), notify: opening('notify') });
  }, []);
  const view = usePaged(rows, { row: renewalIdentity, columns, sort, page, size: PAGE_SIZE });
  const closeRow = () => {
    setOpened(undefined);
    // A comment may have changed what is seen here.
    void query.refetch();
  };
  const Row = opened && DIALOGS[opened.kind];
  const title = `Renewals of ${company}, ${monthWords(month)}`;
  return (
    <>
      <ListDialog
        title={title}
        onClose={onClose}
        fill
        beside={
          <NotifyButton
            matching={rows.length}
            selected={selected.length}
            selection={selection}
            onNotify={() => setIsNotifying(true)}
          />
        }
      >
        <DataTable
          label={title}
          row={renewalIdentity}
          columns={columns}
          view={{ ...view, onSort: setSort, onPage: setPage }}
          query={{ ...query, isFetching: false }}
          texts={{ empty: 'No Data Present' }}
          selection={selection}
        />
      </ListDialog>
      {Row && <Row row={keyOf(opened.row)} onClose={closeRow} />}
      {isNotifying && (
        <NotifyDialog
          email={email}
          company={company}
          month={month}
          rows={selected}
          onSent={selection.clear}
          onClose={() => setIsNotifying(false)}
        />
      )}
    </>
  );
}

interface ButtonProps {
  /** Of how many rows. */
  matching: number;
  selected: number;
  selection: Selection;
  onNotify: () => void;
}

/** How many are ticked, and the way to tell the reseller of them. */
function NotifyButton({ matching, selected, selection, onNotify }: ButtonProps) {
  const [isMissed, setIsMissed] = useState(false);
  const press = () => {
    setIsMissed(selected === 0);
    if (selected > 0) onNotify();
  };
  return (
    <>
      {isMissed && selected === 0 && <Alert>Choose at least one renewal</Alert>}
      <span role="status" className={classes.ticked}>
        {selected > 0 && `${number(selected)} selected`}
      </span>
      {selected > 0 && selected < matching && (
        <Button variant="default" onClick={selection.selectAll}>
          Select all {number(matching)}
        </Button>
      )}
      <Button onClick={press}>Notify reseller</Button>
    </>
  );
}
