import { access } from '@desk/contract/access';
import { Link } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { Alert } from '../../kit/feedback/alert.tsx';
import { PasswordField, PhoneField, TextField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { Beside, LoginPage, Links, Note } from '../../parts/login-page/login-page.tsx';
import { askedOtp, emailOf, NO_OTP, secondsLeft } from '../../parts/login-page/otp.tsx';
import { OtpDialog } from './otp.dialog.tsx';

const NO_ANSWER = 'Something went wrong. Please try again after some time..!';

/** How far the e-mail of a registration is: an OTP was sent to it, it is verified. The server holds the proof. */
export function useEmailProof() {
  const sendOtp = useSend(access.sendOtp, { otherwise: 'Failed to send OTP' });
  const [sent, setSent] = useState(NO_OTP);
  const [asking, setAsking] = useState(false);
  const [verified, setVerified] = useState('');
  const [known, setKnown] = useState({ email: '', message: '' });
  const send = (email: string) =>
    sendOtp.mutate(
      { email, purpose: 'register' },
      {
        onSuccess: (answer) => {
          setSent(askedOtp(email, answer));
          setAsking(true);
        },
        onError: (e) => (e.status === 403 ? setKnown({ email, message: e.message }) : toast('failed', e.message)),
      },
    );
  return {
    sent,
    asking,
    sending: sendOtp.isPending,
    /** The server would send no second OTP so soon: the one that was sent is asked for again. */
    ask: (email: string) => (email === sent.email && secondsLeft(sent.at) > 0 ? setAsking(true) : send(email)),
    resend: () => send(sent.email),
    close: () => setAsking(false),
    confirm: () => {
      setVerified(sent.email);
      setSent(NO_OTP);
      setAsking(false);
    },
    /** Why nobody can register with what is typed; undefined where that is not known. */
    refusalOf: (typed: string) => (known.email !== '' && emailOf(typed) === known.email ? known.message : undefined),
    holdsFor: (typed: string) => verified !== '' && emailOf(typed) === verified,
    /** A changed e-mail is no verified one, nor is it after changing it back. */
    typed: (typed: string) => {
      if (verified !== '' && emailOf(typed) !== verified) setVerified('');
    },
    /** Answers whether it was sent. A proof that the server no longer holds is given up here too. */
    spend: async (sending: Promise<unknown>): Promise<boolean> => {
      try {
        await sending;
        return true;
      } catch (error) {
        const status = error instanceof Refused ? error.status : undefined;
        if (status === 401) setVerified('');
        if (status !== 0) throw error;
        toast('failed', NO_ANSWER);
        return false;
      }
    },
  };
}
type EmailProof = ReturnType<typeof useEmailProof>;

type Form = FormState<{
  userName: string;
  phoneNumber: string;
  email: string;
  password: string;
  confirmPassword: string;
}>;

interface Props {
  title: string;
  /** The fields that both have, of a form with more: hand over a copy, `{ ...form }`, for the type to let the others go. */
  form: Form;
  proof: EmailProof;
  busy: boolean;
  /** After the name. */
  company?: ReactNode;
  /** Above the Register button. */
  children?: ReactNode;
  login: '/' | '/adminpanel';
}

/** The registration form of customers and staff; the Register button appears once the e-mail is verified. */
export function VerifiedForm({ title, form, proof, busy, company, children, login }: Props) {
  const proven = proof.holdsFor(form.values.email);
  const passwordId = form.fieldId('password');
  useEffect(() => {
    if (proven) document.getElementById(passwordId)?.focus();
  }, [proven, passwordId]);
  return (
    <LoginPage title={title} busy={busy || form.pending || proof.sending}>
      <FormBody form={form} explainStar>
        <TextField form={form} name="userName" label="Name" autoComplete="name" required />
        {company}
        <PhoneField form={form} name="phoneNumber" label="Phone Number" required />
        <EmailField form={form} proof={proof} login={login} />
        <PasswordField
          form={form}
          name="password"
          label="Password"
          help="8 to 128 characters"
          autoComplete="new-password"
          required
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm Password"
          autoComplete="new-password"
          required
        />
        {children}
        {proven ? (
          <Button type="submit">Register</Button>
        ) : (
          <p role="status">Verify your e-mail with Send OTP, then you can register.</p>
        )}
      </FormBody>
      <Links>
        <Link to={login}>Login</Link>
      </Links>
      {proof.asking && (
        <OtpDialog
          // Each OTP starts afresh: what was said about the former one no longer holds.
          key={proof.sent.at}
          sent={proof.sent}
          resending={proof.sending}
          onResend={proof.resend}
          onVerified={proof.confirm}
          onClose={proof.close}
        />
      )}
    </LoginPage>
  );
}

function EmailField({ form, proof, login }: { form: Form; proof: EmailProof; login: Props['login'] }) {
  const refusal = proof.refusalOf(form.values.email);
  const send = () => {
    const email = emailOf(form.values.email);
    if (email !== undefined) {
      proof.ask(email);
      return;
    }
    form.check('email');
    document.getElementById(form.fieldId('email'))?.focus();
  };
  return (
    <>
      <Beside>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="email" required />
        {proof.holdsFor(form.values.email) ? (
          <Note>This e-mail is verified.</Note>
        ) : (
          <Button variant="default" onClick={send}>
            Send OTP
          </Button>
        )}
      </Beside>
      {refusal !== undefined && (
        <Alert>
          {refusal}. <Link to={login}>Log in</Link> with it, or{' '}
          <Link to={login === '/' ? '/forget_password' : '/adminpanel/forget_password'}>set a new password</Link>.
        </Alert>
      )}
    </>
  );
}
