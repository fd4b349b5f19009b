import { Button } from '@mantine/core';
import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { holdFirstLogin, storeSession, takeAddress } from '../../api/session.ts';
import { FormBody } from '../../kit/form-body.tsx';
import { OtpField, PasswordField, TextField } from '../../kit/fields.tsx';
import { useSchemaForm } from '../../kit/form.ts';
import { Entrance, Links, Note } from '../../parts/entrance.tsx';

const { email, password } = access.sendAdminOtp.body.shape;
/** Before the OTP is sent its field is not there and not asked for. */
const Before = z.object({ email, password, otp: z.string() });
const After = access.adminLogin.body;

/** Staff login: e-mail and password, then the OTP that was mailed. */
export function AdminLoginScreen() {
  const navigate = useNavigate();
  const sendOtp = useSend(access.sendAdminOtp, { otherwise: 'Failed to send OTP' });
  const login = useSend(access.adminLogin, { otherwise: 'Something went Wrong...!' });
  const [sentTo, setSentTo] = useState('');

  const enter = ({ email: user, token, menu, role, firstLogin }: ReplyOf<typeof access.adminLogin>) => {
    if (firstLogin) {
      holdFirstLogin({ email: user, login_token: token.login_token });
      return navigate({ to: '/adminpanel/reset_password' });
    }
    storeSession({ user, token, menu, role });
    const back = takeAddress(user);
    return back === undefined ? navigate({ to: '/home', replace: true }) : navigate({ href: back, replace: true });
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
  const otpId = form.fieldId('otp');
  useEffect(() => {
    if (sentTo !== '') document.getElementById(otpId)?.focus();
  }, [sentTo, otpId]);

  return (
    <Entrance title="Admin Login">
      <FormBody form={form}>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" required />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
        {sentTo === '' ? (
          <Button type="submit" loading={form.pending}>
            Send OTP
          </Button>
        ) : (
          <>
            <Note>An OTP was sent to {sentTo}.</Note>
            <OtpField form={form} name="otp" label="OTP" required />
            <Button type="submit" loading={form.pending}>
              Login
            </Button>
            <Button variant="default" loading={sendOtp.isPending} onClick={() => setSentTo('')}>
              Send another OTP
            </Button>
          </>
        )}
      </FormBody>
      <Links>
        <Link to="/adminpanel/forget_password">Forgot Password</Link>
      </Links>
    </Entrance>
  );
}
