import { Button } from '@mantine/core';
import { access } from '@desk/contract/access';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { OtpField, PasswordField, TextField } from '../../kit/fields.tsx';
import { FormBody } from '../../kit/form-body.tsx';
import { useSchemaForm } from '../../kit/form.ts';
import { say } from '../../kit/say.ts';
import { Entrance, Links, Note } from '../../parts/entrance.tsx';

const { email, otp, new_password } = access.forgotPassword.body.shape;
const Before = z.object({ email, otp: z.string(), new_password: z.string(), confirm: z.string() });
const afterOtp = (error: string) =>
  z
    .object({ email, otp, new_password, confirm: z.string() })
    .check(z.refine((form) => form.new_password === form.confirm, { error, path: ['confirm'] }));

interface Props {
  title: string;
  /** Said at the field where the two passwords differ. */
  mismatch: string;
  /** And said as an alert too. */
  alertMismatch?: boolean;
  login: '/' | '/adminpanel';
  /** The links below the form. */
  children: ReactNode;
}

/** An OTP to the e-mail, then the new password; the fields appear once it is sent. */
export function ForgotPasswordForm({ title, mismatch, alertMismatch = false, login, children }: Props) {
  const navigate = useNavigate();
  const sendOtp = useSend(access.sendOtp, { otherwise: 'Failed to send OTP' });
  const reset = useSend(access.forgotPassword, { otherwise: 'Failed to Send Otp. Please Try again..!!' });
  const [sentTo, setSentTo] = useState('');
  const form = useSchemaForm({
    schema: sentTo === '' ? Before : afterOtp(mismatch),
    start: { email: '', otp: '', new_password: '', confirm: '' },
    send: async (typed) => {
      if (sentTo === '') {
        await sendOtp.mutateAsync({ email: typed.email });
        setSentTo(typed.email);
        return;
      }
      await reset.mutateAsync({ email: typed.email, otp: typed.otp, new_password: typed.new_password });
      say('done', 'Password Changed Successfully');
      await navigate({ to: login, replace: true });
    },
  });
  const otpId = form.fieldId('otp');
  useEffect(() => {
    if (sentTo !== '') document.getElementById(otpId)?.focus();
  }, [sentTo, otpId]);
  const submit = () => {
    if (alertMismatch && form.values.new_password !== form.values.confirm) say('failed', mismatch);
    form.submit();
  };
  const startAnew = () => {
    form.set('otp', '');
    setSentTo('');
  };

  return (
    <Entrance title={title} busy={form.pending}>
      <FormBody form={{ ...form, submit }}>
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          required
          readOnly={sentTo !== ''}
        />
        {sentTo !== '' && (
          <>
            <Note>An OTP was sent to {sentTo}.</Note>
            <OtpField form={form} name="otp" label="OTP" required />
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
        <Button type="submit">{sentTo === '' ? 'Send OTP' : 'Reset Password'}</Button>
      </FormBody>
      <Links>
        {children}
        {sentTo !== '' && (
          <Button variant="default" onClick={startAnew}>
            Send another OTP
          </Button>
        )}
      </Links>
    </Entrance>
  );
}
