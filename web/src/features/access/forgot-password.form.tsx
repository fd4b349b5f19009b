import { access } from '@desk/contract/access';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { OtpField, PasswordField, TextField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { dismissAll, toast } from '../../kit/feedback/toast.ts';
import { LoginPage, Links } from '../../parts/login-page/login-page.tsx';
import { askedOtp, emailOf, NO_OTP, OtpNote, refusedOtp, ResendButton } from '../../parts/login-page/otp.tsx';
import { atField } from '../../parts/form/at-field.ts';

/** As many digits has the code that comes with the mails for a new password and holds for a day. */
const LONG_CODE = 20;
const { email, otp, new_password } = access.forgotPassword.body.shape;
const Before = z.object({ email, otp: z.string(), new_password: z.string(), confirm: z.string() });
const afterOtp = (error: string) =>
  z
    .object({ email, otp, new_password, confirm: z.string() })
    .check(z.refine((form) => form.new_password === form.confirm, { error, path: ['confirm'] }));

export interface Recovery {
  email: string;
  otp: string;
  new_password: string;
}

interface Props {
  title: string;
  /** Sets the new password; what it throws is shown at the form. */
  reset: (recovery: Recovery) => Promise<unknown>;
  /** Said at the field where the two passwords differ. */
  mismatch: string;
  /** And said as an alert too. */
  alertMismatch?: boolean;
  login: '/' | '/adminpanel';
  /** The links below the form. */
  children: ReactNode;
}

/** An OTP to the e-mail, then the new password; the fields appear once it is sent. */
export function ForgotPasswordForm({ title, reset, mismatch, alertMismatch = false, login, children }: Props) {
  const navigate = useNavigate();
  const sendOtp = useSend(access.sendOtp, { otherwise: 'Failed to send OTP' });
  const [sent, setSent] = useState(NO_OTP);
  const isSent = sent.at > 0;
  const form = useSchemaForm({
    schema: isSent ? afterOtp(mismatch) : Before,
    start: { email: '', otp: '', new_password: '', confirm: '' },
    send: async (typed) => {
      if (!isSent) {
        await ask(typed.email);
        return;
      }
      const recovery = { email: typed.email, otp: typed.otp, new_password: typed.new_password };
      await reset(recovery).catch(atField({ 401: 'otp', 422: 'new_password' }));
      dismissAll();
      toast('done', 'Password Changed Successfully');
      await navigate({ to: login, replace: true });
    },
    // To another e-mail no OTP was sent yet.
    onChange: (values) => {
      if (isSent && emailOf(values.email) !== sent.email) setSent(NO_OTP);
    },
  });
  const ask = async (to: string) => {
    try {
      const answer = await sendOtp.mutateAsync({ email: to, purpose: 'reset' });
      form.set('otp', '');
      setSent(askedOtp(to, answer));
    } catch (error) {
      // Whoever used them up, the mails that were sent have a code that holds.
      if (error instanceof Refused && error.status === 429) setSent(refusedOtp(to));
      throw error;
    }
  };
  const askAgain = () => {
    ask(sent.email).catch((error: unknown) =>
      toast('failed', error instanceof Error ? error.message : 'Failed to send OTP'),
    );
  };
  const otpId = form.fieldId('otp');
  useEffect(() => {
    if (sent.at > 0) document.getElementById(otpId)?.focus();
  }, [sent.at, otpId]);
  const submit = () => {
    if (alertMismatch && isSent && form.values.new_password !== form.values.confirm) toast('failed', mismatch);
    form.submit();
  };

  return (
    <LoginPage title={title} busy={form.pending}>
      <FormBody form={{ ...form, submit }}>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" required />
        {isSent && (
          <>
            <OtpNote {...sent} />
            <OtpField form={form} name="otp" label="OTP" digits={LONG_CODE} required />
            <PasswordField
              form={form}
              name="new_password"
              label="New password"
              help="8 to 128 characters"
              autoComplete="new-password"
              required
            />
            <PasswordField form={form} name="confirm" label="Confirm password" autoComplete="new-password" required />
          </>
        )}
        <Button type="submit">{isSent ? 'Reset Password' : 'Send OTP'}</Button>
      </FormBody>
      <Links>
        {children}
        {isSent && (
          <ResendButton words="Send another OTP" askedAt={sent.at} busy={sendOtp.isPending} onClick={askAgain} />
        )}
      </Links>
    </LoginPage>
  );
}
