import { axima } from '@desk/contract/axima';
import { BillingFrequency } from '@desk/contract/words/lists';
import { useCall } from '../../api/hooks.ts';
import { NumberField, ParagraphField, SelectField, TextField } from '../../kit/form/fields.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';

/** Blank terms of a new subscription. */
export const NOTHING_AGREED = {
  ticket_number: '',
  user_count: '',
  product: '',
  comments: '',
  order_id: '',
  billing_frequency: '',
  selling_price: '',
  buying_price: '',
  margin_percent: '',
  requested_by: '',
  field_distributor: '',
};

/** The products to choose from, the one that is chosen already among them; `problem` where they could not be fetched. */
export function useProducts(chosen: string) {
  const { data, error, refetch } = useCall(axima.products, {});
  const names = new Set(data?.products.map(({ axima_product_name }) => axima_product_name));
  if (chosen !== '') names.add(chosen);
  const problem = error && <ErrorPanel text={error.message} what="Products" onRetry={() => void refetch()} />;
  return { names: [...names], problem };
}

/** From the user count on; the ticket number stands further up. */
export function AgreedFields({ form }: { form: FormState<typeof NOTHING_AGREED> }) {
  const products = useProducts(form.values.product);
  return (
    <>
      <NumberField form={form} name="user_count" label="User Count" required />
      <SelectField
        form={form}
        name="product"
        label="Product"
        options={products.names}
        blank="Select Product"
        required
      />
      {products.problem}
      <ParagraphField form={form} name="comments" label="Comments" />
      <TextField form={form} name="order_id" label="Order Id" />
      <SelectField
        form={form}
        name="billing_frequency"
        label="Billing Frequency"
        options={BillingFrequency.options}
        blank="Select Frequency"
        required
      />
      <NumberField form={form} name="selling_price" label="Selling Price" />
      <NumberField form={form} name="buying_price" label="Buying Price" />
      <NumberField form={form} name="margin_percent" label="Margin Percent" />
      <TextField form={form} name="requested_by" label="Requested By" />
      <TextField form={form} name="field_distributor" label="Field Distributor" />
    </>
  );
}
