import { axima, type AximaSubscription } from '@desk/contract/axima';
import { AXIMA_EDITORS, AximaChanges, type AximaField } from '@desk/contract/rules/axima-fields';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { differences } from '../../kit/edit/changes.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { ValuesOf } from '../../kit/form/form.ts';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { shown } from '../../kit/text/format.ts';
import { StaleNotice, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';
import { EditFields } from './edit.fields.tsx';

const TITLE = 'Edit Domain';
const LABELS: Readonly<Record<AximaField, string>> = {
  ticket_number: 'Ticket Number',
  name: 'Customer Name',
  email: 'Customer Email',
  companyName: 'Company Name',
  phoneNumber: 'Customer Phone Number',
  tenant_name: 'Tenant Name',
  user_count: 'User Count',
  axima_product_name: 'Product',
  comments: 'Comments',
  order_id: 'Order Id',
  start_date: 'Start Date',
  requested_by: 'Requested By',
  field_distributor: 'Field Distributor',
  billing_frequency: 'Billing Frequency',
  status: 'Subscription Status',
  selling_price: 'Selling Price',
  buying_price: 'Buying Price',
  margin_percent: 'Margin Percent',
};
const FIELDS = Object.keys(AximaChanges.shape) as AximaField[];

interface Props {
  subscription: AximaSubscription;
  onClose: () => void;
}

/** Edit Domain: needs the newest state first, what is on the list may be a minute old. */
export function EditDomainDialog({ subscription, onClose }: Props) {
  const { axima_subscription_id: subscription_id } = subscription;
  const query = useCall(axima.subscriptionDetails, { subscription_id });
  const reload = async () => {
    const { data, error } = await query.refetch();
    const found = data?.domains[0];
    if (error || !found) throw error ?? new Error(axima.subscriptionDetails.refusals[404]);
    return found;
  };
  const failed = query.isError || query.data?.domains.length === 0;
  return (
    <LoadedDialog
      title={TITLE}
      onClose={onClose}
      loaded={newestOf(query)?.domains[0]}
      failure={failed ? { text: query.error?.message ?? axima.subscriptionDetails.refusals[404] } : undefined}
      onRetry={() => void query.refetch()}
    >
      {(opened) => <EditForm subscription={opened} reload={reload} onClose={onClose} />}
    </LoadedDialog>
  );
}

const valuesOf = (subscription: AximaSubscription) =>
  Object.fromEntries(FIELDS.map((field) => [field, String(subscription[field] ?? '')])) as ValuesOf<
    typeof AximaChanges
  >;

/** Every field that a colleague changed since it was opened. */
function changedSince(first: AximaSubscription, now: AximaSubscription): string {
  const [was, is] = [valuesOf(first), valuesOf(now)];
  const changed = FIELDS.filter((field) => was[field] !== is[field]);
  return changed.length === 0 ? 'as it was' : changed.map((field) => `${LABELS[field]} ${shown(is[field])}`).join(', ');
}

interface FormProps {
  subscription: AximaSubscription;
  /** Asks for the subscription as it stands now. */
  reload: () => Promise<AximaSubscription>;
  onClose: () => void;
}

/** Only what was changed here is sent, so that a colleague's work on other fields stays. */
function EditForm({ subscription: first, reload, onClose }: FormProps) {
  const role = useSession()?.role;
  const mine: readonly AximaField[] = role === 'SALESC' || role === 'ADEPLOY' ? AXIMA_EDITORS[role] : [];
  const { opened, guarded, renew } = useVersionAtOpening(first, reload);
  const update = useSend(axima.update, {
    recent: ({ formData, subscription_id }) => {
      const was = valuesOf(opened.details);
      const changed = differences(LABELS, was, formData);
      const before = Object.fromEntries(Object.keys(formData).map((field) => [field, was[field as AximaField]]));
      // A save that changed something counts the version up by one.
      const undo = { formData: before, subscription_id, version: opened.details.version + 1 };
      return changed && { what: `Axima domain ${first.domain_name}`, ...changed, undo };
    },
  });
  return (
    <FormDialog
      title={TITLE}
      schema={AximaChanges}
      start={valuesOf(first)}
      submit="Update Domain"
      draft={`edit-axima-domain ${String(first.axima_subscription_id)}`}
      onClose={onClose}
      send={(filled) =>
        guarded(async ({ version }) => {
          const changed = mine.filter((field) => filled[field] !== (first[field] ?? ''));
          const formData = Object.fromEntries(changed.map((field) => [field, filled[field]]));
          await update.mutateAsync({ formData, subscription_id: first.axima_subscription_id, version });
          toast('done', 'Domain Updated Successfully');
        })
      }
    >
      {(form) => (
        <>
          <StaleNotice
            form={form}
            opened={opened}
            onRenew={() => void renew()}
            summary={(now) => changedSince(first, now)}
          />
          <EditFields form={form} opened={first} mine={mine} />
        </>
      )}
    </FormDialog>
  );
}
