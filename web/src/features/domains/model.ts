import type { PendingDomain } from '@desk/contract/domains';
import { Refused } from '../../api/refused.ts';
import { counted } from '../../kit/text/format.ts';
import type { Mark } from '../../parts/decisions/marks.tsx';

const STANDING: Readonly<Record<PendingDomain['user_status'], Mark | false>> = {
  ACTIVE: false,
  PENDING: { words: 'Claimant waits for approval', tone: 'attention' },
  REJECTED: { words: 'Claimant was rejected', tone: 'bad' },
  SUSPENDED: { words: 'Claimant is suspended', tone: 'bad' },
};

/** Whether a domain is not any more what the list had. */
export const isStale = (error: unknown): boolean =>
  error instanceof Refused && (error.status === 404 || error.status === 409);

/** What speaks for a request, and what is worth a look. */
export function factsOf(domain: PendingDomain): readonly Mark[] {
  const { mail_fits, present_owner, asked_again, user_status, user_domains, user_domains_waiting } = domain;
  const facts: readonly (Mark | false)[] = [
    mail_fits
      ? { words: 'Address of this domain', tone: 'good' }
      : { words: 'Not an address of this domain', tone: 'attention' },
    STANDING[user_status],
    present_owner !== null && { words: 'Somebody else has it', tone: 'bad' },
    asked_again !== null && { words: 'Second request', tone: 'attention' },
    user_domains > 0 && { words: `Has ${counted(user_domains, 'domain')}`, tone: 'good' },
    user_domains_waiting > 0 && { words: `${counted(user_domains_waiting, 'other')} asked for`, tone: 'good' },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Where a search looks for a request. */
export const searchedIn = (domain: PendingDomain): readonly (string | null)[] => [
  domain.domain_name,
  domain.user_email,
  domain.user_name,
  domain.user_phoneNumber,
  domain.company_name,
  domain.present_owner?.company_name ?? null,
  domain.present_owner?.user_email ?? null,
];

/** The request as the server is asked to decide on it. */
export const requestOf = ({ domain_id, domain_name, user_email }: PendingDomain) => ({
  ...{ domain_id, domain_name, user_email },
});
