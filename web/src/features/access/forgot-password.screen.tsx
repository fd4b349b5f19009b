import { Button } from '@mantine/core';
import { access } from '@desk/contract/access';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { OtpField, PasswordField, TextField } from '../../kit/fields.tsx';
import { FormBody } from '../../kit/form-body.tsx';
import { useSchemaForm } from '../../kit/form.ts';
import { say } from '../../kit/say.ts';
import { Entrance, Links, Note } from '../../parts/entrance.tsx';

const { email, otp, new_password } = access.forgotPassword.body.shape;
const Before = z.object({ email, otp: z.string(), new_password: z.string(), confirm: z.string() });
const After = z.object({ email, otp, new_password, confirm: z.string() }).check(
  z.refine((form) => form.new_password === form.confirm, {
    error: 'Password Does not Match !',
    path: ['confirm'],
  }),
);

/** Reset Your Password: an OTP to the e-mail, then the new password; the fields appear once it is sent. */
export function ForgotPasswordScreen() {
  const navigate = useNavigate();
  const sendOtp = useSend(access.sendOtp, { otherwise: 'Failed to send OTP' });
  const reset = useSend(access.forgotPassword, { otherwise: 'Failed to Send Otp. Please Try again..!!' });
  const [sentTo, setSentTo] = useState('');
  const form = useSchemaForm({
    schema: sentTo === '' ? Before : After,
    start: { email: '', otp: '', new_password: '', confirm: '' },
    send: async (typed) => {
      if (sentTo === '') {
        await sendOtp.mutateAsync({ email: typed.email });
        setSentTo(typed.email);
        return;
      }
      await reset.mutateAsync({ email: typed.email, otp: typed.otp, new_password: typed.new_password });
      say('done', 'Password Changed Successfully');
      await navigate({ to: '/adminpanel', replace: true });
    },
  });
  const otpId = form.fieldId('otp');
  useEffect(() => {
    if (sentTo !== '') document.getElementById(otpId)?.focus();
  }, [sentTo, otpId]);

  return (
    <Entrance title="Reset Your Password">
      <FormBody form={form}>
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
        <Button type="submit" loading={form.pending}>
          {sentTo === '' ? 'Send OTP' : 'Reset Password'}
        </Button>
      </FormBody>
      <Links>
        <Link to="/adminpanel">Login</Link>
        {sentTo !== '' && (
          <Button variant="default" onClick={() => setSentTo('')}>
            Send another OTP
          </Button>
        )}
      </Links>
    </Entrance>
  );
}
