import type { AximaSubscription } from '@desk/contract/axima';
import { termDays, type AximaChanges, type AximaField } from '@desk/contract/axima-fields';
import { BillingFrequency, DeploymentStatus } from '@desk/contract/lists';
import type { ReactNode } from 'react';
import { businessDay } from '../../kit/clock.ts';
import { DateField, NumberField, ParagraphField, PhoneField, SelectField, TextField } from '../../kit/fields.tsx';
import type { FormState, ValuesOf } from '../../kit/form.ts';
import { date } from '../../kit/format.ts';
import { useProducts } from './agreed.form.tsx';

type Values = ValuesOf<typeof AximaChanges>;
const DAY_MS = 86_400_000;
/** A fieldset locks what is in it; it is not to be seen. */
const PLAIN = { minWidth: 0, margin: 0, padding: 0, border: 0 };

/** The renewal date as the server will make it: it moves with the start date and the billing frequency only. */
function renewalDate({ start_date, billing_frequency }: Values, opened: AximaSubscription): string {
  const frequency = BillingFrequency.safeParse(billing_frequency);
  const isAsBefore = start_date === (opened.start_date ?? '') && billing_frequency === opened.billing_frequency;
  const start = Date.parse(start_date === '' ? businessDay() : start_date);
  if (isAsBefore || !frequency.success || Number.isNaN(start)) return opened.renewal_date;
  return new Date(start + termDays(frequency.data) * DAY_MS).toISOString();
}

interface Props {
  form: FormState<Values>;
  opened: AximaSubscription;
  /** The fields that the user may change; the others are locked. */
  mine: readonly AximaField[];
}

/** The fields of a subscription, those locked that are not the user's. */
export function EditFields({ form, opened, mine }: Props) {
  const products = useProducts(form.values.axima_product_name);
  const lock = (field: AximaField, control: ReactNode) => (
    <fieldset disabled={!mine.includes(field)} style={PLAIN}>
      {control}
    </fieldset>
  );
  const shown = { domain_name: opened.domain_name, renewal_date: date(renewalDate(form.values, opened)) };
  const read = { ...form, values: shown } as unknown as FormState<typeof shown>;
  return (
    <>
      <TextField form={read} name="domain_name" label="Domain Name" readOnly />
      {lock('ticket_number', <TextField form={form} name="ticket_number" label="Ticket Number" />)}
      {lock('name', <TextField form={form} name="name" label="Customer Name" required />)}
      {lock('email', <TextField form={form} name="email" label="Customer Email" type="email" required />)}
      {lock('phoneNumber', <PhoneField form={form} name="phoneNumber" label="Customer Phone Number" />)}
      {lock('companyName', <TextField form={form} name="companyName" label="Company Name" />)}
      {lock('tenant_name', <TextField form={form} name="tenant_name" label="Tenant Name" />)}
      {lock('user_count', <NumberField form={form} name="user_count" label="User Count" required />)}
      {lock(
        'axima_product_name',
        <SelectField form={form} name="axima_product_name" label="Product" options={products.names} required />,
      )}
      {products.problem}
      {lock('comments', <ParagraphField form={form} name="comments" label="Comments" />)}
      {lock('order_id', <TextField form={form} name="order_id" label="Order Id" />)}
      {lock('start_date', <DateField form={form} name="start_date" label="Start Date" />)}
      <TextField form={read} name="renewal_date" label="Renewal Date" readOnly />
      {lock('requested_by', <TextField form={form} name="requested_by" label="Requested By" />)}
      {lock('field_distributor', <TextField form={form} name="field_distributor" label="Field Distributor" />)}
      {lock(
        'billing_frequency',
        <SelectField
          form={form}
          name="billing_frequency"
          label="Billing Frequency"
          options={BillingFrequency.options}
          required
        />,
      )}
      {lock(
        'status',
        <SelectField
          form={form}
          name="status"
          label="Subscription Status"
          options={DeploymentStatus.options}
          blank="Select Status"
        />,
      )}
      {mine.includes('selling_price') && <PriceFields form={form} />}
    </>
  );
}

/** Only for whoever sells: nobody else is told the prices. */
function PriceFields({ form }: Pick<Props, 'form'>) {
  return (
    <>
      <NumberField form={form} name="selling_price" label="Selling Price" />
      <NumberField form={form} name="buying_price" label="Buying Price" />
      <NumberField form={form} name="margin_percent" label="Margin Percent" />
    </>
  );
}
