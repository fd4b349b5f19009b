import type { DomainSummary } from '@desk/contract/timeline';
import { PhoneLink } from '../../kit/text/phone-link.tsx';

/** The number of whom one speaks to; where it is that of their company, with its name. */
export const TheirPhone = ({ name, phone }: NonNullable<DomainSummary['speak_to']>) =>
  phone === null ? (
    'no phone number'
  ) : (
    <>
      <PhoneLink text={phone.number} />
      {phone.of !== name && ` (${phone.of})`}
    </>
  );

/** Whom to speak to about a domain, and on which number; the same wherever it stands. */
export const SpeakTo = ({ of }: { of: DomainSummary['speak_to'] }) =>
  of === null ? (
    'Nobody to reach'
  ) : (
    <>
      {of.name} · <TheirPhone {...of} />
    </>
  );
