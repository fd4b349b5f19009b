import type { AximaSubscription } from '@desk/contract/axima';
import { AXIMA_EDITORS, termDays, type AximaChanges, type AximaField } from '@desk/contract/rules/axima-fields';
import type { Role } from '@desk/contract/call';
import { BillingFrequency, DeploymentStatus } from '@desk/contract/words/lists';
import { businessDay } from '../../kit/text/clock.ts';
import { DateField, NumberField, ParagraphField, PhoneField, SelectField, TextField } from '../../kit/form/fields.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { date } from '../../kit/text/format.ts';
import { roleWords } from '../../parts/menus/role-words.ts';
import { useProducts } from './agreed.fields.tsx';

type Values = ValuesOf<typeof AximaChanges>;
const DAY_MS = 86_400_000;

/** Who may change a field that is locked for others. */
function whyLocked(field: AximaField): string {
  const editors = Object.entries(AXIMA_EDITORS).filter(([, fields]) =>
    (fields as readonly AximaField[]).includes(field),
  );
  return `Only ${editors.map(([role]) => roleWords(role as Role)).join(' or ')} can change this.`;
}

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
  const of = <Name extends AximaField>(name: Name) => ({
    form,
    name,
    ...(!mine.includes(name) && { locked: whyLocked(name) }),
  });
  const shown = { domain_name: opened.domain_name, renewal_date: date(renewalDate(form.values, opened)) };
  const read = { ...form, values: shown } as unknown as FormState<typeof shown>;
  return (
    <>
      <TextField form={read} name="domain_name" label="Domain Name" locked="A domain keeps its name." />
      <TextField {...of('ticket_number')} label="Ticket Number" />
      <TextField {...of('name')} label="Customer Name" required />
      <TextField {...of('email')} label="Customer Email" type="email" required />
      <PhoneField {...of('phoneNumber')} label="Customer Phone Number" />
      <TextField {...of('companyName')} label="Company Name" />
      <TextField {...of('tenant_name')} label="Tenant Name" />
      <NumberField {...of('user_count')} label="User Count" required />
      <SelectField {...of('axima_product_name')} label="Product" options={products.names} required />
      {products.problem}
      <ParagraphField {...of('comments')} label="Comments" />
      <TextField {...of('order_id')} label="Order Id" />
      <DateField {...of('start_date')} label="Start Date" />
      <TextField
        form={read}
        name="renewal_date"
        label="Renewal Date"
        locked="It follows from the start date and the billing frequency."
      />
      <TextField {...of('requested_by')} label="Requested By" />
      <TextField {...of('field_distributor')} label="Field Distributor" />
      <SelectField {...of('billing_frequency')} label="Billing Frequency" options={BillingFrequency.options} required />
      <SelectField
        {...of('status')}
        label="Subscription Status"
        options={DeploymentStatus.options}
        blank="Select Status"
      />
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
