import { EASY, registration, sameTwice } from '@desk/contract/registration';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { clearDraft, keepDraft, readDraft } from '../../kit/form/drafts.ts';
import { TextField } from '../../kit/form/fields.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { Beside, Note } from '../../parts/login-page/login-page.tsx';
import { atField } from '../../parts/form/at-field.ts';
import { useEmailProof, VerifiedForm } from './verified.form.tsx';

const { shape } = registration.adminSignup.body.shape.formData;
const Registration = z
  .strictObject({ ...shape, password: shape.password.check(z.minLength(8, EASY)) })
  .check(sameTwice);

const DRAFT = 'admin-register';
const EMPTY = { userName: '', phoneNumber: '', email: '', password: '', confirmPassword: '', voucher: '' };
const WRONG = 'Something went Wrong..!!';

/** Staff registration: besides the verified e-mail it takes a voucher, which one of the administrators hands on. */
export function AdminRegisterScreen() {
  const navigate = useNavigate();
  const signup = useSend(registration.adminSignup, { otherwise: WRONG });
  const generate = useSend(registration.generateVoucher, { otherwise: WRONG });
  const [mailedFor, setMailedFor] = useState('');
  const proof = useEmailProof();
  const form = useSchemaForm({
    schema: Registration,
    start: readDraft(DRAFT, EMPTY),
    send: async (formData) => {
      const sending = proof.spend(signup.mutateAsync({ formData }));
      if (!(await sending.catch(atField({ 403: 'email', 409: 'voucher', 422: 'password' })))) return;
      clearDraft(DRAFT);
      await navigate({ to: '/thank-you', replace: true });
    },
    onChange: (values) => {
      keepDraft(DRAFT, { ...values, password: '', confirmPassword: '' });
      proof.typed(values.email);
    },
  });
  const { email } = form.values;
  const askForVoucher = async () => {
    try {
      if (await proof.spend(generate.mutateAsync({ email }))) setMailedFor(email);
    } catch (error) {
      toast('failed', error instanceof Error ? error.message : WRONG);
    }
  };
  return (
    <VerifiedForm title="Admin Register" login="/adminpanel" form={{ ...form }} proof={proof} busy={generate.isPending}>
      {proof.holdsFor(email) && (
        <div>
          <Beside>
            <TextField form={form} name="voucher" label="Voucher Code" required />
            <Button variant="default" onClick={() => void askForVoucher()}>
              Generate Voucher
            </Button>
          </Beside>
          {mailedFor === email ? (
            <Note>
              The administrators were mailed a voucher code. Ask one of them for it and type it here; it holds for 24
              hours.
            </Note>
          ) : (
            <p>Generate Voucher mails a code to the administrators. If you have one already, type it here.</p>
          )}
        </div>
      )}
    </VerifiedForm>
  );
}
