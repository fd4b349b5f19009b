import { Button } from '@mantine/core';
import { axima } from '@desk/contract/axima';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/busy-button.tsx';
import { Confirm } from '../../kit/confirm.tsx';
import { Dialog } from '../../kit/dialog.tsx';
import { PhoneField, TextField } from '../../kit/fields.tsx';
import { FormBody } from '../../kit/form-body.tsx';
import { useSchemaForm, type FormState } from '../../kit/form.ts';
import { say } from '../../kit/say.ts';
import { AgreedFields, NOTHING_AGREED } from './agreed.form.tsx';

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

/** A new domain with its first subscription. Its failure stands below the buttons, so it is no `FormDialog`. */
export function AddDomainDialog({ onClose }: { onClose: () => void }) {
  const add = useSend(axima.addDomain, { otherwise: FAILED });
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const form = useSchemaForm({
    schema: DomainForm,
    start: NOTHING,
    send: async (filled) => {
      await add.mutateAsync(filled);
      say('done', `${filled.domain_name} was added`);
      onClose();
      await navigate({ to: '/home/$screen', params: { screen: 'add_axima_domain' } });
    },
  });
  // It has the agreed fields among its own, which the type of a form does not see.
  const agreed = form as unknown as FormState<typeof NOTHING_AGREED>;
  const close = () => (form.dirty ? setAsking(true) : onClose());
  return (
    <>
      <Dialog
        title="Add Axima Domain"
        onClose={close}
        footer={
          <>
            <Button variant="default" onClick={close}>
              Close
            </Button>
            <BusyButton type="submit" form={form.fieldId('form')} busy={form.pending}>
              Add Domain
            </BusyButton>
            {form.problem !== undefined && <Failure reason={form.problem} />}
          </>
        }
      >
        <FormBody form={{ ...form, problem: undefined }}>
          <TextField form={form} name="ticket_number" label="Ticket Number" />
          <TextField form={form} name="customer_name" label="Customer Name" required />
          <TextField form={form} name="customer_email" label="Customer Email" type="email" required />
          <PhoneField form={form} name="phone_number" label="Customer Phone Number" />
          <TextField form={form} name="company_name" label="Company Name" autoComplete="organization" />
          <TextField form={form} name="domain_name" label="Domain Name" required />
          <TextField form={form} name="tenant_name" label="Tenant Name" />
          <AgreedFields form={agreed} />
        </FormBody>
      </Dialog>
      {asking && (
        <Confirm
          title="Close without saving?"
          yes="Discard"
          onYes={onClose}
          no="Keep editing"
          onNo={() => setAsking(false)}
        >
          What you typed is not saved.
        </Confirm>
      )}
    </>
  );
}

/** A line of its own below the buttons. */
const RED = { flexBasis: '100%', color: 'var(--desk-error)' };
const LINE = { margin: 0 };

function Failure({ reason }: { reason: string }) {
  return (
    <div role="alert" style={RED}>
      <p style={LINE}>{FAILED}</p>
      {reason !== FAILED && <p style={LINE}>{reason}</p>}
    </div>
  );
}
