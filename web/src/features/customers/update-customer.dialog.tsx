import { customers, reachedNow, type CustomerContact } from '@desk/contract/customers';
import { useEffect, useRef } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { differences } from '../../kit/edit/changes.ts';
import { PhoneField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState, ValuesOf } from '../../kit/form/form.ts';
import { shown } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';

const LONGEST_SEARCH = 253;
const FIELDS = ['customer_email', 'phone', 'mobile'] as const;
const LABELS = { customer_email: 'Email', phone: 'Phone', mobile: 'Mobile' };
const nullable = (text: string) => (text === '' ? null : text);
const NOTE = { margin: 0 };
type Values = ValuesOf<ReturnType<typeof reachedNow>>;

const seenOf = ({ email, phone, mobile }: CustomerContact) => ({ customer_email: email, phone, mobile });
const valuesOf = ({ email, phone, mobile }: CustomerContact): Values => ({
  customer_email: email ?? '',
  phone: phone ?? '',
  mobile: mobile ?? '',
});

/** Asks for one contact as it stands now: by name, because that is what a sync hardly ever changes. */
function useReload({ contact_id, contact_name }: CustomerContact) {
  const { refetch } = useCall(customers.all, { search: contact_name.slice(0, LONGEST_SEARCH) }, { enabled: false });
  return async () => {
    const { data, error } = await refetch();
    const found = data?.customer.find((one) => one.contact_id === contact_id);
    if (error || !found) throw error ?? new Error(customers.update.refusals[404]);
    return found;
  };
}

interface Props {
  contact: CustomerContact;
  onClose: () => void;
}

/** E-mail, phone and mobile of a person; the CRM hears of it. */
export function UpdateCustomerDialog({ contact, onClose }: Props) {
  const { opened, guarded, renew } = useVersionAtOpening(contact, useReload(contact));
  const { contact_id, contact_name, company_name } = contact;
  const update = useSend(customers.update, {
    recent: ({ formData: { customer_email, phone, mobile } }, { error }) => {
      if (error) return undefined;
      const was = valuesOf(opened.details);
      const now = { customer_email, phone, mobile };
      const changed = differences(LABELS, was, now);
      const seen = { customer_email: nullable(customer_email), phone: nullable(phone), mobile: nullable(mobile) };
      return (
        changed && { what: `Customer ${contact_name}`, ...changed, undo: { formData: { contact_id, ...was }, seen } }
      );
    },
  });
  return (
    <FormDialog
      title="Update Customer"
      schema={reachedNow(seenOf(opened.details))}
      start={valuesOf(contact)}
      submit="Update"
      draft={`update-customer ${String(contact_id)}`}
      onClose={onClose}
      send={async (typed) => {
        await guarded(async (seen) => {
          const reply = await update.mutateAsync({ formData: { contact_id, ...typed }, seen: seenOf(seen) });
          if (reply.error) throw new Error(reply.message);
          toast('done', reply.message);
        });
      }}
    >
      {(form) => (
        <>
          <StaleNotice
            form={form}
            opened={opened}
            onRenew={() => void renew()}
            onLoaded={untouchedFollow(form, valuesOf)}
            summary={({ email, phone, mobile }) =>
              `email ${shown(email)}, phone ${shown(phone)}, mobile ${shown(mobile)}`
            }
          />
          <p style={NOTE}>
            {contact_name}, {shown(company_name)}. The change is here at once; the CRM hears of it next.
          </p>
          <Fields form={form} now={opened.details} />
        </>
      )}
    </FormDialog>
  );
}

/** Takes over a colleague's changes in fields that were not typed in. */
function Fields({ form, now }: { form: FormState<Values>; now: CustomerContact }) {
  const before = useRef(now);
  useEffect(() => {
    const [was, is] = [valuesOf(before.current), valuesOf(now)];
    before.current = now;
    for (const name of FIELDS) if (form.values[name] === was[name]) form.set(name, is[name]);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what others did is followed
  }, [now]);
  return (
    <>
      <TextField form={form} name="customer_email" label="Email" type="email" required={now.email !== null} />
      <PhoneField form={form} name="phone" autoComplete="off" label="Phone" />
      <PhoneField form={form} name="mobile" autoComplete="off" label="Mobile" />
    </>
  );
}
