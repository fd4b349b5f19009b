import { domains, type DomainRow } from '@desk/contract/domains';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { isStale } from './model.ts';

const ReasonForm = z.object({ reason: domains.removeOwner.body.shape.reason.def.innerType });

interface Props {
  domain: DomainRow;
  /** Reads the domain as it is by now; undefined where it cannot be read. */
  readAgain: () => Promise<DomainRow | undefined>;
  onClose: () => void;
}

/** Takes a domain from its person, after a question; the way back stands under Removed owners. */
export function RemoveOwnerDialog({ domain, readAgain, onClose }: Props) {
  const remove = useSend(domains.removeOwner, {
    recent: (sent) => ({ what: `Owner of ${sent.domain_name}`, from: sent.owner_email, to: 'nobody' }),
  });
  const [known, setKnown] = useState(domain);
  const { domain_id, domain_name, company_name, owner_email } = known;
  return (
    <FormDialog
      title={`Remove the owner of ${domain_name}?`}
      schema={ReasonForm}
      start={{ reason: '' }}
      submit="Remove owner"
      draft={`remove-owner ${String(domain_id)}`}
      onClose={onClose}
      send={async ({ reason }) => {
        if (owner_email === null) throw new Error(domains.removeOwner.refusals[409]);
        try {
          await remove.mutateAsync({ domain_id, domain_name, owner_email, reason });
          toast('done', `${owner_email} no longer has ${domain_name}`);
        } catch (error) {
          // What was typed stays, beside whom the domain belongs to by now.
          if (isStale(error)) setKnown((await readAgain()) ?? known);
          throw error;
        }
      }}
    >
      {(form) => (
        <>
          <p>
            {owner_email === null
              ? `Nobody has ${domain_name} by now.`
              : `${owner_email} loses ${domain_name} and is told by mail in a minute; ${company_name} keeps the domain and all that was sold there.`}
          </p>
          <TextField form={form} name="reason" label="Reason" help="Stands in the mail. May be left empty." />
        </>
      )}
    </FormDialog>
  );
}
