import { axima } from '@desk/contract/axima';
import { bareDomain } from '@desk/contract/words/domain-text';
import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { useStillHere } from '../../kit/browser/use-still-here.ts';
import { PhoneField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { AgreedFields, NOTHING_AGREED } from './agreed.fields.tsx';

const FAILED = axima.addDomain.refusals[422];
const DomainForm = z.omit(axima.addDomain.body, { email: true });
const NOTHING = {
  ...NOTHING_AGREED,
  customer_name: '',
  customer_email: '',
  phone_number: '',
  company_name: '',
  domain_name: '',
  tenant_name: '',
};

/** The specification's text, and on a line of its own the reason, where there is one. */
const explained = ({ message }: Error) => new Error(message === FAILED ? FAILED : `${FAILED}\n${message}`);

/** A new domain with its first subscription. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const add = useSend(axima.addDomain, {
    otherwise: FAILED,
    recent: ({ domain_name }) => ({ what: `Axima domain ${bareDomain(domain_name)} added` }),
  });
  const navigate = useNavigate();
  const isHere = useStillHere();
  return (
    <FormDialog
      title="Add Axima Domain"
      schema={DomainForm}
      start={NOTHING}
      submit="Add Domain"
      failure="below"
      draft="add-axima-domain"
      onClose={onClose}
      send={async (filled) => {
        await add.mutateAsync(filled).catch((error: unknown) => {
          throw explained(error as Error);
        });
        toast('done', `${bareDomain(filled.domain_name)} was added`);
        if (isHere()) await navigate({ to: '/home/$screen', params: { screen: 'add_axima_domain' } });
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="ticket_number" label="Ticket Number" />
          <TextField form={form} name="customer_name" label="Customer Name" required />
          <TextField form={form} name="customer_email" label="Customer Email" type="email" required />
          <PhoneField form={form} name="phone_number" autoComplete="off" label="Customer Phone Number" />
          <TextField form={form} name="company_name" label="Company Name" />
          <TextField form={form} name="domain_name" label="Domain Name" required />
          <TextField form={form} name="tenant_name" label="Tenant Name" />
          {/* It has the agreed fields among its own, which the type of a form does not see. */}
          <AgreedFields form={form as unknown as FormState<typeof NOTHING_AGREED>} />
        </>
      )}
    </FormDialog>
  );
}
