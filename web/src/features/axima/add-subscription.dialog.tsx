import { axima } from '@desk/contract/axima';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { AgreedFields, NOTHING_AGREED } from './agreed.fields.tsx';

const SubscriptionForm = z.omit(axima.addSubscription.body, { email: true, domain_id: true });

interface Props {
  domain: { domain_id: number; domain_name: string };
  onClose: () => void;
}

/** One more product for a domain that is registered. */
export function AddSubscriptionDialog({ domain, onClose }: Props) {
  const add = useSend(axima.addSubscription, {
    recent: ({ product }) => ({ what: `${product} added to ${domain.domain_name}` }),
  });
  return (
    <FormDialog
      title={`Add Subscription: ${domain.domain_name}`}
      schema={SubscriptionForm}
      start={NOTHING_AGREED}
      submit="Add Subscription"
      draft={`add-subscription ${String(domain.domain_id)}`}
      onClose={onClose}
      send={async (form) => {
        await add.mutateAsync({ domain_id: domain.domain_id, ...form });
        toast('done', `${form.product} was added to ${domain.domain_name}`);
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="ticket_number" label="Ticket Number" />
          <AgreedFields form={form} />
        </>
      )}
    </FormDialog>
  );
}
