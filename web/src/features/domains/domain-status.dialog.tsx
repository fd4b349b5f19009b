import { domains, type DomainRow } from '@desk/contract/domains';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { SelectField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { statusOptions, statusWord } from '../../parts/decisions/statuses.ts';
import { isStale } from './model.ts';

const STATUSES = domains.setStatus.body.shape.status.options;
const reason = domains.setStatus.body.shape.reason.def.innerType;
const StatusForm = z.object({ domain_name: z.string(), status: z.enum(STATUSES, 'Choose a status'), reason });

interface Props {
  domain: DomainRow;
  /** The domain is not any more what the list had: asks for the list again. */
  onStale: () => Promise<unknown>;
  onClose: () => void;
}

/** Gives a domain another status than the one it has. */
export function DomainStatusDialog({ domain, onStale, onClose }: Props) {
  const { domain_id, domain_name: name, domain_status: before } = domain;
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
      start={{ domain_name: domain.domain_name, status: '', reason: '' }}
      submit="Update"
      draft={`domain-status ${String(domain_id)}`}
      onClose={onClose}
      send={async ({ domain_name, status, reason }) => {
        try {
          const { error, message } = await setStatus.mutateAsync({
            ...{ domain_id, domain_name, status, seen: domain.domain_status },
            ...(status !== 'ACTIVE' && reason !== '' && { reason }),
          });
          if (error) throw new Error(message);
          toast('done', message);
        } catch (error) {
          // What was chosen and typed stays, beside what the domain is by now.
          if (isStale(error)) await onStale();
          throw error;
        }
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="domain_name" label="Domain Name" locked="The domain whose status this is." />
          <SelectField
            form={form}
            name="status"
            label="Status"
            required
            options={statusOptions(STATUSES, domain.domain_status)}
            blank="Choose a status"
            help={
              domain.owner_email === null
                ? 'Nobody has this domain in the portal: nobody is told.'
                : `${domain.owner_email} is told by mail.`
            }
          />
          {domain.owner_email !== null && (form.values.status === 'SUSPENDED' || form.values.status === 'REJECTED') && (
            <TextField form={form} name="reason" label="Reason" help="Stands in the mail. May be left empty." />
          )}
        </>
      )}
    </FormDialog>
  );
}
