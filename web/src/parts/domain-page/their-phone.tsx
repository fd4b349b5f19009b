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
