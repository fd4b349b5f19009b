import { axima, type AximaSubscription } from '@desk/contract/axima';
import { AXIMA_EDITORS, AximaChanges, type AximaField } from '@desk/contract/rules/axima-fields';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { useSession } from '../../api/session.ts';
import { differences } from '../../kit/edit/changes.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { ValuesOf } from '../../kit/form/form.ts';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
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
  const versionNow = async () => (await query.refetch()).data?.domains[0]?.version;
  const failed = query.isError || query.data?.domains.length === 0;
  return (
    <LoadedDialog
      title={TITLE}
      onClose={onClose}
      loaded={query.isFetchedAfterMount && !query.isError ? query.data?.domains[0] : undefined}
      failure={failed ? { text: query.error?.message ?? axima.subscriptionDetails.refusals[404] } : undefined}
      onRetry={() => void query.refetch()}
    >
      {(opened) => <EditForm opened={opened} versionNow={versionNow} onClose={onClose} />}
    </LoadedDialog>
  );
}

const valuesOf = (opened: AximaSubscription) =>
  Object.fromEntries(FIELDS.map((field) => [field, String(opened[field] ?? '')])) as ValuesOf<typeof AximaChanges>;

interface FormProps {
  opened: AximaSubscription;
  versionNow: () => Promise<number | undefined>;
  onClose: () => void;
}

/** Only what was changed here is sent, so that a colleague's work on other fields stays. */
function EditForm({ opened, versionNow, onClose }: FormProps) {
  const role = useSession()?.role;
  const mine: readonly AximaField[] = role === 'SALESC' || role === 'ADEPLOY' ? AXIMA_EDITORS[role] : [];
  const [version, setVersion] = useState(opened.version);
  const update = useSend(axima.update, {
    recent: ({ formData, subscription_id }) => {
      const was = valuesOf(opened);
      const changed = differences(LABELS, was, formData);
      const before = Object.fromEntries(Object.keys(formData).map((field) => [field, was[field as AximaField]]));
      // A save that changed something counts the version up by one.
      const undo = { formData: before, subscription_id, version: version + 1 };
      return changed && { what: `Axima domain ${opened.domain_name}`, ...changed, undo };
    },
  });
  const failed = async (error: unknown): Promise<never> => {
    if (error instanceof Refused && error.status === 409) setVersion((await versionNow()) ?? version);
    throw error;
  };
  return (
    <FormDialog
      title={TITLE}
      schema={AximaChanges}
      start={valuesOf(opened)}
      submit="Update Domain"
      draft={`edit-axima-domain ${String(opened.axima_subscription_id)}`}
      onClose={onClose}
      send={async (filled) => {
        const changed = mine.filter((field) => filled[field] !== (opened[field] ?? ''));
        const formData = Object.fromEntries(changed.map((field) => [field, filled[field]]));
        const { axima_subscription_id: subscription_id } = opened;
        await update.mutateAsync({ formData, subscription_id, version }).catch(failed);
        toast('done', 'Domain Updated Successfully');
      }}
    >
      {(form) => <EditFields form={form} opened={opened} mine={mine} />}
    </FormDialog>
  );
}
