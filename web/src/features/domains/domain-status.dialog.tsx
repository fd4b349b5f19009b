import { domains, type DomainRow } from '@desk/contract/domains';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { FieldError } from '../../kit/form/form.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { statusOptions, statusWord } from '../../parts/decisions/statuses.ts';
import { isStale } from './model.ts';

const STATUSES = domains.setStatus.body.shape.status.options;
const reason = domains.setStatus.body.shape.reason.def.innerType;
const StatusForm = z.object({ domain_name: z.string(), status: z.enum(STATUSES, 'Choose a status'), reason });

type Status = DomainRow['domain_status'];

interface Props {
  domain: DomainRow;
  /** Reads the domain as it is by now; undefined where it cannot be read. */
  readAgain: () => Promise<DomainRow | undefined>;
  onClose: () => void;
}

/** A status that the domain has already is not sent. */
function refuseSame(status: Status, present: Status): void {
  if (status === present) throw new FieldError('status', `It is ${statusWord(present)} already.`);
}

/** Gives a domain another status than the one it has. */
export function DomainStatusDialog({ domain, readAgain, onClose }: Props) {
  // Undefined until somebody else was faster.
  const [byNow, setByNow] = useState<DomainRow>();
  const { domain_id, domain_name: name, domain_status: before, owner_email } = byNow ?? domain;
  const setStatus = useSend(domains.setStatus, {
    recent: ({ status }, { error }) => {
      if (error) return undefined;
      const former = STATUSES.find((one) => one === before);
      return {
        what: `Status of ${name}`,
        from: statusWord(before),
        to: statusWord(status),
        ...(former && { undo: { domain_id, domain_name: name, status: former, seen: status } }),
      };
    },
  });
  return (
    <FormDialog
      title="Edit Domain Status"
      schema={StatusForm}
      start={{ domain_name: name, status: '', reason: '' }}
      submit="Update"
      draft={`domain-status ${String(domain_id)}`}
      onClose={onClose}
      send={async ({ domain_name, status, reason }) => {
        refuseSame(status, before);
        try {
          const { error, message } = await setStatus.mutateAsync({
            ...{ domain_id, domain_name, status, seen: before },
            ...(status !== 'ACTIVE' && reason !== '' && { reason }),
          });
          if (error) throw new Error(message);
          toast('done', message);
        } catch (error) {
          // What was chosen and typed stays, beside what the domain is by now.
          const now = isStale(error) ? await readAgain() : undefined;
          if (now) {
            setByNow(now);
            refuseSame(status, now.domain_status);
          }
          throw error;
        }
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="domain_name" label="Domain Name" locked="The domain whose status this is." />
          <p role="status" hidden={!byNow}>
            {byNow && `By now: ${statusWord(before)}.`}
          </p>
          <SelectField
            form={form}
            name="status"
            label="Status"
            required
            options={statusOptions(STATUSES, before === form.values.status ? undefined : before)}
            blank="Choose a status"
            help={
              owner_email === null
                ? 'Nobody has this domain in the portal: nobody is told.'
                : `${owner_email} is told by mail.`
            }
          />
          {owner_email !== null && (form.values.status === 'SUSPENDED' || form.values.status === 'REJECTED') && (
            <TextField form={form} name="reason" label="Reason" help="Stands in the mail. May be left empty." />
          )}
        </>
      )}
    </FormDialog>
  );
}
