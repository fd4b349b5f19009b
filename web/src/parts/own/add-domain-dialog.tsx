import { bareDomain } from '@desk/contract/words/domain-text';
import { domains } from '@desk/contract/domains';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';

const DomainForm = z.object({ domainName: domains.add.body.shape.domainName });

/** A fault of the server has a text of its own, wherever a domain is asked for. */
export const explained = (error: unknown): never => {
  throw error instanceof Refused && error.status === 500 ? new Error('Failed to Add Domain') : error;
};

/** Asks for a domain; it is the customer's once staff approved it. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const add = useSend(domains.add, { otherwise: 'Failed to add License..!!' });
  return (
    <FormDialog
      title="Add License"
      schema={DomainForm}
      start={{ domainName: '' }}
      submit="Add Domain"
      draft="add-domain"
      onClose={onClose}
      send={async ({ domainName }) => {
        await add.mutateAsync({ domainName }).catch(explained);
        toast('done', `${bareDomain(domainName)} waits for approval`);
      }}
    >
      {(form) => (
        <TextField
          form={form}
          name="domainName"
          label="Domain Name"
          help="Our staff approve each domain. Until then it stands in your list as PENDING."
          required
        />
      )}
    </FormDialog>
  );
}
