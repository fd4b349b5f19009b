import type { PendingDomain } from '@desk/contract/domains';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { counted } from '../../kit/text/format.ts';
import { Careful, DecideDialog, NamedList, namesInShort, WorthALook } from '../../parts/decisions/decide-dialog.tsx';
import { ApproveDialog } from './approve.dialog.tsx';
import { factsOf } from './model.ts';

export type Word = 'Approved' | 'Rejected';
/** What is asked about: a request, or all that are ticked. */
export type Asking = { word: Word; domain: PendingDomain } | { word: Word; many: readonly PendingDomain[] };
type Many = (many: readonly PendingDomain[], word: Word) => Promise<unknown>;

interface Props {
  asking: Asking;
  onYes: (domain: PendingDomain, word: Word) => void;
  onMany: Many;
  onClose: () => void;
}

/** The question before a decision. */
export function DecisionDialog({ asking, onYes, onMany, onClose }: Props) {
  if ('many' in asking) {
    const many = { many: asking.many, onMany, onClose };
    return asking.word === 'Approved' ? <ApproveMany {...many} /> : <RejectMany {...many} />;
  }
  const { domain, word } = asking;
  const answer = () => {
    onClose();
    onYes(domain, word);
  };
  if (word === 'Approved') return <ApproveDialog domain={domain} onYes={answer} onNo={onClose} />;
  return (
    <Confirm title={`Reject ${domain.domain_name}?`} yes="Reject" onYes={answer} no="Keep waiting" onNo={onClose}>
      {domain.company_name} ({domain.user_email}) does not get this domain and is told by mail in a minute.
    </Confirm>
  );
}

interface ManyProps {
  many: readonly PendingDomain[];
  onMany: Many;
  onClose: () => void;
}

const aboutOf = ({ user_email, company_name }: PendingDomain) => `${user_email}, ${company_name}`;
const listed = (many: readonly PendingDomain[]) =>
  many.map((domain) => ({ key: domain.domain_id, name: domain.domain_name, about: aboutOf(domain) }));

/** What somebody else has is given away one by one: that is never done among many. */
function ApproveMany({ many, onMany, onClose }: ManyProps) {
  const free = many.filter(({ present_owner }) => present_owner === null);
  const taken = many.filter(({ present_owner }) => present_owner !== null);
  return (
    <DecideDialog
      title={`Approve ${counted(free.length, 'domain')}?`}
      yes={`Approve ${String(free.length)}`}
      locked={free.length === 0}
      send={() => onMany(free, 'Approved')}
      onClose={onClose}
    >
      <p>Each claimant gets the domain and is told by mail in a minute; until then Undo takes all back.</p>
      {taken.length > 0 && (
        <Careful title={`${counted(taken.length, 'domain')} left out: what somebody else has is decided one by one`}>
          <ul>
            {taken.map((domain) => (
              <li key={domain.domain_id}>
                {domain.domain_name}: {domain.present_owner?.company_name}
              </li>
            ))}
          </ul>
        </Careful>
      )}
      <WorthALook of={free.map((domain) => ({ name: domain.domain_name, marks: factsOf(domain) }))} />
      <NamedList summary={namesInShort(free.map(({ domain_name }) => domain_name))} items={listed(free)} />
    </DecideDialog>
  );
}

const RejectMany = ({ many, onMany, onClose }: ManyProps) => (
  <DecideDialog
    title={`Reject ${counted(many.length, 'domain')}?`}
    yes={`Reject ${String(many.length)}`}
    send={() => onMany(many, 'Rejected')}
    onClose={onClose}
  >
    <p>No claimant gets the domain, and each is told by mail in a minute; until then Undo takes all back.</p>
    <NamedList summary={namesInShort(many.map(({ domain_name }) => domain_name))} items={listed(many)} />
  </DecideDialog>
);
