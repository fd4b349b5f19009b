import type { RenewalRow } from '@desk/contract/renewals';
import type { Instruction } from '@desk/contract/renewal-work/instructions';
import { seatsToFree } from '@desk/contract/words/seats';
import { useState } from 'react';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { recordChange } from '../../kit/edit/changes.ts';
import { toast } from '../../kit/feedback/toast.ts';
import type { RowKey } from '../../kit/table/selection.ts';
import { businessDay } from '../../kit/text/clock.ts';
import { counted, number } from '../../kit/text/format.ts';
import { Careful, DecideDialog, Group, NamedList, namesInShort } from '../../parts/decisions/decide-dialog.tsx';
import { approvalWords, consequenceWords, PROVIDER } from '../../parts/instructions/instruction-words.ts';
import { renewalIdentity } from '../../parts/renewal/renewal.ts';
import { useConfirmMany } from './hooks.ts';

interface Props {
  /** The ticked ones of which something waits to be confirmed. */
  rows: readonly RenewalRow[];
  /** Those that were confirmed. */
  onDone: (confirmed: ReadonlySet<RowKey>) => void;
}

const toFree = ({ seats: wanted, in_use: inUse = null }: Instruction) => seatsToFree({ wanted, inUse });

/**
 * What asks for nobody else's word is confirmed together; what needs it, was asked for by a customer, or would be blocked by the seats in use
 * and set to go on as a flexible plan, is looked at by itself.
 */
const isConfirmedTogether = (one: Instruction): boolean =>
  one.may_approve && one.source !== 'customer' && one.approval_reasons.length === 0 && toFree(one) === undefined;

/** Confirms what many renewals wait for, once it was looked at. */
export function ConfirmManyPanel({ rows, onDone }: Props) {
  const { isBusy, read, confirm } = useConfirmMany();
  const [drafts, setDrafts] = useState<readonly Instruction[]>();
  const open = async () => {
    const found = await read(rows);
    if (found.failed.length > 0) toast('failed', `Not read: ${namesOf(found.failed)}`);
    else if (found.drafts.length === 0) toast('failed', 'Nothing of this waits to be confirmed any more.');
    else setDrafts(found.drafts);
  };
  const send = async (own: readonly Instruction[]) => {
    const { failed, changed } = await confirm(rows, own);
    const confirmed = own.filter((one) => changed.has(one.renewal_id));
    if (failed.length > 0)
      toast(
        'failed',
        `${number(failed.length)} of ${counted(own.length, 'renewal')} not confirmed: ${namesOf(failed)}`,
      );
    if (confirmed.length > 0) {
      const what = `${counted(confirmed.length, 'renewal')} confirmed`;
      toast('done', `${what}: ${PROVIDER} is being told`);
      recordChange({ what: `${what}: ${confirmed.map((one) => one.domain_name).join(', ')}` });
    }
    onDone(new Set(changed.keys()));
  };
  return (
    <>
      {rows.length > 0 && (
        <BusyButton size="xs" variant="default" busy={isBusy && !drafts} onClick={() => void open()}>
          Confirm {number(rows.length)}
        </BusyButton>
      )}
      {drafts && <ConfirmDialog drafts={drafts} send={send} onClose={() => setDrafts(undefined)} />}
    </>
  );
}

const namesOf = (rows: readonly RenewalRow[]) => namesInShort(rows.map(renewalIdentity.name));

interface DialogProps {
  drafts: readonly Instruction[];
  send: (own: readonly Instruction[]) => Promise<void>;
  onClose: () => void;
}

function ConfirmDialog({ drafts, send, onClose }: DialogProps) {
  const own = drafts.filter(isConfirmedTogether);
  const others = drafts.filter((one) => !isConfirmedTogether(one));
  return (
    <DecideDialog
      title={`Confirm ${counted(own.length, 'renewal')}?`}
      yes={`Set ${number(own.length)} at ${PROVIDER}`}
      locked={own.length === 0}
      send={() => send(own)}
      onClose={onClose}
    >
      {own.length > 0 && (
        <Group>
          <Named drafts={own} aboutOf={consequenceOf} />
        </Group>
      )}
      {others.length > 0 && (
        <Careful
          title={
            others.length === 1
              ? '1 waits for a look of its own'
              : `${number(others.length)} wait for a look of their own`
          }
        >
          <Named drafts={others} aboutOf={whyNot} />
        </Careful>
      )}
    </DecideDialog>
  );
}

const consequenceOf = (one: Instruction) => consequenceWords(one.outcome, one, businessDay());
const whyNot = (one: Instruction) =>
  [approvalWords(one, { isOfCustomer: one.source === 'customer' }) ?? consequenceOf(one), toFree(one)]
    .filter((words) => words !== undefined)
    .join(' ');

const Named = ({ drafts, aboutOf }: { drafts: readonly Instruction[]; aboutOf: (one: Instruction) => string }) => (
  <NamedList
    summary={namesInShort(drafts.map((one) => one.domain_name))}
    items={drafts.map((one) => ({ key: one.instruction_id, name: one.domain_name, about: aboutOf(one) }))}
  />
);
