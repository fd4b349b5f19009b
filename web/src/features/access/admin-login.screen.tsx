import { Button } from '@mantine/core';
import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { holdFirstLogin } from '../../api/session.ts';
import { FormBody } from '../../kit/form-body.tsx';
import { OtpField, PasswordField, TextField } from '../../kit/fields.tsx';
import { useSchemaForm } from '../../kit/form.ts';
import { Entrance, Links, Note } from '../../parts/entrance.tsx';
import { useLanding } from '../../parts/entrance-landing.ts';

const { email, password } = access.sendAdminOtp.body.shape;
/** Before the OTP is sent its field is not there and not asked for. */
const Before = z.object({ email, password, otp: z.string() });
const After = access.adminLogin.body;

/** Staff login: e-mail and password, then the OTP that was mailed. */
export function AdminLoginScreen() {
  const navigate = useNavigate();
  const land = useLanding();
  const sendOtp = useSend(access.sendAdminOtp, { otherwise: 'Failed to send OTP' });
  const login = useSend(access.adminLogin, { otherwise: 'Something went Wrong...!' });
  const [sentTo, setSentTo] = useState('');

  const enter = (reply: ReplyOf<typeof access.adminLogin>) => {
    if (!reply.firstLogin) return land(reply);
    holdFirstLogin({ email: reply.email, login_token: reply.token.login_token });
    return navigate({ to: '/adminpanel/reset_password' });
  };
  const form = useSchemaForm({
    schema: sentTo === '' ? Before : After,
    start: { email: '', password: '', otp: '' },
    send: async (typed) => {
      if (sentTo !== '') return enter(await login.mutateAsync(typed));
      await sendOtp.mutateAsync({ email: typed.email, password: typed.password });
      setSentTo(typed.email);
    },
  });
  const startAnew = () => {
    form.set('otp', '');
    setSentTo('');
  };
  const otpId = form.fieldId('otp');
  useEffect(() => {
    if (sentTo !== '') document.getElementById(otpId)?.focus();
  }, [sentTo, otpId]);

  return (
    <Entrance title="Admin Login" busy={form.pending}>
      <FormBody form={form}>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" required />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
        {sentTo === '' ? (
          <Button type="submit">Send OTP</Button>
        ) : (
          <>
            <Note>An OTP was sent to {sentTo}.</Note>
            <OtpField form={form} name="otp" label="OTP" required />
            <Button type="submit">Login</Button>
            <Button variant="default" onClick={startAnew}>
              Send another OTP
            </Button>
          </>
        )}
      </FormBody>
      <Links>
        <Link to="/adminpanel/forget_password">Forgot Password</Link>
        <Link to="/adminpanel/register">Create new account</Link>
        <Link to="/">Customer login</Link>
      </Links>
    </Entrance>
  );
}
