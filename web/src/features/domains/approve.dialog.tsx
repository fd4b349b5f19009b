import type { PendingDomain } from '@desk/contract/domains';
import { UNDO_DAYS } from '@desk/contract/decisions';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { Facts } from '../../parts/domain-page/facts.tsx';
import { ownerWords, warningOf } from './request-columns.tsx';

const words = (lines: readonly (string | null)[]) => lines.filter((line) => line !== null).join(', ');

interface Props {
  domain: PendingDomain;
  onYes: () => void;
  onNo: () => void;
}

/** Says what an approval does before it does it; where somebody else has the domain, from whom it is taken. */
export function ApproveDialog({ domain, onYes, onNo }: Props) {
  const { domain_name, user_email, company_name, present_owner: owner } = domain;
  const warning = warningOf(domain);
  return (
    <Confirm
      title={
        owner ? `Give ${domain_name}, which ${owner.company_name} has, to ${user_email}?` : `Approve ${domain_name}?`
      }
      yes={owner ? 'Give it to the claimant' : 'Approve'}
      onYes={onYes}
      no="Keep waiting"
      onNo={onNo}
    >
      <Facts
        facts={{
          Claimant: `${user_email}, ${company_name}`,
          'Present owner': words(ownerWords(domain)),
          ...(warning !== undefined && { Check: `▲ ${warning}` }),
        }}
      />
      <p>{outcome(domain)}</p>
    </Confirm>
  );
}

/** The effect of approving, in one sentence. */
function outcome({ domain_name, user_email, present_owner: owner }: PendingDomain): string {
  if (!owner) return `${user_email} gets ${domain_name} and is told by mail in a minute.`;
  const sees = `${user_email} sees what ${owner.company_name} has on ${domain_name} and can add licences on it`;
  return owner.user_email === null
    ? `${sees}, and is told by mail in a minute.`
    : `${owner.user_email} loses it. ${sees}. Both are told by mail in a minute. It can be undone for ${String(UNDO_DAYS)} days.`;
}
