import { customers } from '@desk/contract/customers';
import { useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { PhoneField, TextField } from '../../kit/form/fields.tsx';
import type { ValuesOf } from '../../kit/form/form.ts';
import { PageForm, usePageForm } from '../../kit/form/page-form.tsx';
import { Line, Section } from '../../kit/layout/section.tsx';
import { atField } from '../../parts/form/at-field.ts';

const NOTE = { margin: 0 };
const { formData } = customers.add.body.shape;
const NOTHING: ValuesOf<typeof formData> = {
  domain_name: '',
  company_name: '',
  first_name: '',
  last_name: '',
  phone_number: '',
  email: '',
};

interface Props {
  onAdded: (company: string) => void;
  /** The next customer is begun: what is said of the last one is over. */
  onNext: () => void;
}

/** A company with its first domain, and the person to talk to. */
export function AddCustomerForm({ onAdded, onNext }: Props) {
  const add = useSend(customers.add, {
    otherwise: 'Something went Wrong...!',
    recent: ({ formData: { company_name, domain_name } }) => ({
      what: `Customer ${company_name} (${domain_name}) added`,
    }),
  });
  const form = usePageForm({
    draft: 'add-customer',
    schema: formData,
    start: NOTHING,
    onNext,
    send: (customer) =>
      add.mutateAsync({ formData: customer }).catch(atField({ 400: 'domain_name', 409: 'domain_name' })),
    onSent: ({ company_name }) => onAdded(company_name),
  });
  return (
    <PageForm form={form}>
      <Section title="Company">
        <TextField
          form={form}
          name="domain_name"
          label="Domain Name"
          help="Without https:// and www, such as company.example"
          required
        />
        <TextField form={form} name="company_name" label="Company Name" required />
      </Section>
      <Section title="Contact person">
        <TextField form={form} name="first_name" label="First Name" required />
        <TextField form={form} name="last_name" label="Last Name" required />
        <PhoneField form={form} name="phone_number" autoComplete="off" label="Phone Number" required />
        <TextField form={form} name="email" label="Email" type="email" required />
      </Section>
      <p style={NOTE}>The customer is here at once. They are written to the CRM too.</p>
      <Line>
        <BusyButton type="submit" busy={form.pending}>
          Add Customer
        </BusyButton>
      </Line>
    </PageForm>
  );
}
