import { IndustryType } from '@desk/contract/words/lists';
import { EASY, registration, sameTwice } from '@desk/contract/registration';
import { useNavigate } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { clearDraft, keepDraft, readDraft } from '../../kit/form/drafts.ts';
import { PhoneField, SelectField, TextField } from '../../kit/form/fields.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { atField } from '../../parts/form/at-field.ts';
import { useEmailProof, VerifiedForm } from './verified.form.tsx';

const { shape } = registration.signup.body.shape.formData;
const Registration = z
  .strictObject({
    ...shape,
    password: shape.password.check(z.minLength(8, EASY)),
    industryType: z.enum(IndustryType.options, 'Choose an industry type'),
  })
  .check(sameTwice);

const DRAFT = 'register';
const EMPTY = {
  userName: '',
  companyName: '',
  phoneNumber: '',
  email: '',
  password: '',
  confirmPassword: '',
  designation: '',
  industryType: '',
  otherContactName: '',
  otherContactPhone: '',
};

/** Customer registration: the account then waits for the staff's approval. */
export function RegisterScreen() {
  const navigate = useNavigate();
  const signup = useSend(registration.signup, { otherwise: 'Something went Wrong..!!' });
  const proof = useEmailProof();
  const form = useSchemaForm({
    schema: Registration,
    start: readDraft(DRAFT, EMPTY),
    send: async (formData) => {
      const sending = proof.spend(signup.mutateAsync({ formData }));
      if (!(await sending.catch(atField({ 403: 'email', 422: 'password' })))) return;
      clearDraft(DRAFT);
      await navigate({ to: '/', search: { registered: '1' }, replace: true });
    },
    onChange: (values) => {
      keepDraft(DRAFT, { ...values, password: '', confirmPassword: '' });
      proof.typed(values.email);
    },
  });
  return (
    <VerifiedForm
      title="Register"
      login="/"
      form={{ ...form }}
      proof={proof}
      busy={signup.isPending}
      company={<TextField form={form} name="companyName" label="Company Name" autoComplete="organization" required />}
    >
      <TextField form={form} name="designation" label="Designation" autoComplete="organization-title" required />
      <SelectField
        form={form}
        name="industryType"
        label="Industry Type"
        options={IndustryType.options}
        blank="Choose"
        required
      />
      <TextField form={form} name="otherContactName" label="Other Contact Name" required />
      <PhoneField form={form} name="otherContactPhone" autoComplete="off" label="Other Contact Phone" required />
    </VerifiedForm>
  );
}
