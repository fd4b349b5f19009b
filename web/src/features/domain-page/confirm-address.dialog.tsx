import { contacts, type Standing } from '@desk/contract/renewal-work/contacts';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { ParagraphField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { silencedNumberWords, silencedWords } from '../../parts/domain-page/asked-words.ts';

const LONGEST = 300;
const reasonOf = (isRequired: boolean) =>
  z
    .string()
    .check(
      z.trim(),
      ...(isRequired ? [z.minLength(1, 'Enter Reason')] : []),
      z.maxLength(LONGEST, `At most ${String(LONGEST)} characters`),
      z.regex(/^[^\p{Cc}\p{Cs}]*$/u, 'Write it in one line'),
    );

interface Props {
  domain: string;
  address: string;
  silenced: NonNullable<Standing['silenced']>;
  onClose: () => void;
}

/** An address is written to again; of who unsubscribed it is said why. */
export function ConfirmAddressDialog({ domain, address, silenced, onClose }: Props) {
  const confirm = useSend(contacts.confirmAddress, {
    recent: (sent) => ({ what: `${sent.address} of ${domain}`, to: 'written to again' }),
  });
  const isRequired = silenced.cause === 'unsubscribed';
  const isNumber = address.startsWith('+');
  const happened = (isNumber ? silencedNumberWords : silencedWords)(silenced);
  return (
    <FormDialog
      title={`Write to this ${isNumber ? 'number' : 'address'} again`}
      schema={z.object({ reason: reasonOf(isRequired) })}
      start={{ reason: '' }}
      submit="Write to it again"
      draft={`confirm-address ${domain} ${address}`}
      onClose={onClose}
      send={async ({ reason }) => {
        await confirm.mutateAsync({ domain_name: domain, address, ...(reason !== '' && { reason }) });
        toast('done', `${address} is written to again`);
      }}
    >
      {(form) => (
        <>
          <p>
            <b>{address}</b>: {happened}. {silenced.reason}
          </p>
          <ParagraphField
            form={form}
            name="reason"
            label="Reason"
            required={isRequired}
            help={
              isRequired ? 'How they asked to be written to again. It is kept.' : 'What was found out, if anything was.'
            }
          />
        </>
      )}
    </FormDialog>
  );
}
