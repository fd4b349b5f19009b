import {
  AgreementStatus,
  ChurnReason,
  ChurnSubReason,
  LossReason,
  ManagedServicePrice,
  ManagedServiceType,
  RenewalType,
  spelled,
  SupportPackage,
} from '@desk/contract/words/lists';
import type { FieldSet } from '@desk/contract/follow-up';
import { licencesOf, renewals } from '@desk/contract/renewals';
import type { ReactNode } from 'react';
import { useCall } from '../../api/hooks.ts';
import { DateField, NumberField, ParagraphField, SelectField, TickField } from '../../kit/form/fields.tsx';
import { date, number } from '../../kit/text/format.ts';
import type { FormState } from '../../kit/form/form.ts';
import { StillWaiting } from '../../kit/feedback/waiting.tsx';
import { addedFields, isSmall, nextDateOf, usualSeats, type CommentValues } from './comment-values.ts';
import { priceTypeOptions } from './renewal.ts';
import type { RenewalDetails } from './renewal-loader.tsx';

const CHOOSE = 'Choose';
const lossReasons = LossReason.options.map((value) => ({ value, label: spelled(value) }));
const supportTypeOptions = [
  { value: 'support', label: 'Support' },
  { value: 'managed_service', label: 'Managed service' },
];

interface Props {
  form: FormState<CommentValues>;
  details: RenewalDetails;
}

/** The fields of their own that the statuses have. */
export const STATUS_FIELDS: Record<FieldSet, (props: Props) => ReactNode> = {
  confirmation: (props) => <ConfirmationFields {...props} />,
  extension: ({ form }) => <DateField form={form} name="extension_date" label="Extension Date" required />,
  lost: ({ form }) => (
    <>
      <SelectField form={form} name="reason" label="Reason" options={ChurnReason.options} blank={CHOOSE} required />
      <SelectField
        form={form}
        name="sub_reason"
        label="Sub Reason"
        options={ChurnSubReason.options}
        blank={CHOOSE}
        required
      />
    </>
  ),
  suspended: ({ form }) => (
    <>
      <SelectField form={form} name="suspend_reason" label="Suspension Reason" options={lossReasons} blank={CHOOSE} />
      <ParagraphField form={form} name="suspend_reason_text" label="Suspension Details" />
    </>
  ),
  none: () => null,
};

function licenceHelp(details: RenewalDetails, added: string): string {
  const current = licencesOf(details);
  const more = Number(added);
  return added === '' || !Number.isInteger(more)
    ? `${number(current)} now`
    : `${number(current)} now, ${number(current + more)} with these`;
}

/** "74 used, 92 bought now". */
function seatsHelp({ licensed_seats, number_of_seats }: RenewalDetails): string {
  const bought = `${number(number_of_seats)} bought now`;
  return licensed_seats === null ? bought : `${number(licensed_seats)} used, ${bought}`;
}

function ConfirmationFields({ form, details }: Props) {
  const { values } = form;
  const next = nextDateOf(details, values.renewal_type);
  const years = { '24 months': 'two years on', '36 months': 'three years on' }[values.renewal_type] ?? 'one year on';
  const follow = (renewalType: string) => {
    form.set('renewal_type', renewalType);
    // The date follows the type for as long as nobody typed another one.
    if (values.com_next_renewal_date === next) form.set('com_next_renewal_date', nextDateOf(details, renewalType));
  };
  const add = (added: string) => {
    form.set('add_lic', added);
    // So do the seats of the next term follow those that are added.
    if (values.seats_at_renewal === usualSeats(details, values.add_lic))
      form.set('seats_at_renewal', usualSeats(details, added));
  };
  return (
    <>
      <NumberField
        form={{
          ...form,
          set: (name, value) => (name === 'add_lic' ? add(String(value)) : form.set(name, value)),
        }}
        name="add_lic"
        label="License Added"
        help={licenceHelp(details, values.add_lic)}
        required
      />
      {addedFields(values, details).includes('seats_at_renewal') && (
        <NumberField form={form} name="seats_at_renewal" label="Seats at renewal" help={seatsHelp(details)} />
      )}
      <SelectField
        form={form}
        name="aggrement"
        label="Agreement"
        options={AgreementStatus.options}
        blank={CHOOSE}
        help={
          isSmall(details)
            ? 'N/A below 100 licences. Needed from 100 added licences.'
            : 'Needed from 100 added licences.'
        }
      />
      <TickField
        form={form}
        name="show_plan"
        label="Choose another plan"
        help={`Else the current SKU, ${details.skuName}`}
      />
      {values.show_plan && <PlanField form={form} details={details} />}
      <SelectField
        form={{
          ...form,
          set: (name, value) => (name === 'renewal_type' ? follow(String(value)) : form.set(name, value)),
        }}
        name="renewal_type"
        label="Renewal Type"
        options={RenewalType.options}
        blank={CHOOSE}
      />
      <DateField
        form={form}
        name="com_next_renewal_date"
        label="Next Renewal Date"
        help={
          values.com_next_renewal_date === next ? `${date(next)}: ${years}` : `The default is ${date(next)}, ${years}`
        }
      />
      <PriceFields form={form} details={details} />
      <SupportFields form={form} details={details} />
    </>
  );
}

function PlanField({ form, details: { renewal_id } }: Props) {
  const products = useCall(renewals.products, { renewal_id });
  return (
    <>
      <SelectField
        form={form}
        name="com_plan_name"
        label="Plan Name"
        options={(products.data?.products ?? []).map(({ productname }) => productname)}
        blank={products.isPending ? 'Loading...' : CHOOSE}
        {...(products.isError && { help: products.error.message })}
        required
      />
      {products.isPending && <StillWaiting />}
    </>
  );
}

/** In which the amounts of a renewal are. */
const inCurrency = ({ currency }: RenewalDetails): string => `In ${currency === 'INR' ? 'rupees' : currency}`;

function PriceFields({ form, details }: Props) {
  const help = `${inCurrency(details)}, per user`;
  return (
    <>
      <SelectField form={form} name="priceType" label="Price Type" options={priceTypeOptions} blank={CHOOSE} />
      {form.values.priceType === 'price' && <NumberField form={form} name="price" label="Price" help={help} />}
      {form.values.priceType === 'split_price' && (
        <>
          <NumberField form={form} name="upto20" label="Upto 20" help={help} />
          <NumberField form={form} name="above20" label="Above 20" help={help} />
        </>
      )}
    </>
  );
}

function SupportFields({ form, details }: Props) {
  return (
    <>
      <SelectField form={form} name="supportType" label="Support Type" options={supportTypeOptions} blank={CHOOSE} />
      {form.values.supportType === 'support' && (
        <>
          <SelectField
            form={form}
            name="support_package"
            label="Support Package"
            options={SupportPackage.options}
            blank={CHOOSE}
          />
          <NumberField form={form} name="support_price" label="Support Price" help={inCurrency(details)} />
        </>
      )}
      {form.values.supportType === 'managed_service' && (
        <>
          <SelectField
            form={form}
            name="managed_service_type"
            label="Managed Service Type"
            options={ManagedServiceType.options}
            blank={CHOOSE}
          />
          <DateField form={form} name="managed_service_start_date" label="Managed Service Start Date" />
          <DateField form={form} name="managed_service_end_date" label="Managed Service End Date" />
          <SelectField
            form={form}
            name="managed_service_price"
            label="Managed Service Price"
            options={ManagedServicePrice.options}
            blank={CHOOSE}
          />
        </>
      )}
    </>
  );
}
