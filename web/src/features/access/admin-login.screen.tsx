import { access } from '@desk/contract/access';
import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { holdFirstLogin } from '../../api/session.ts';
import { now } from '../../kit/text/clock.ts';
import { FormBody } from '../../kit/form/form-body.tsx';
import { OtpField, PasswordField, TextField } from '../../kit/form/fields.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { LoginPage, Links } from '../../parts/login-page/login-page.tsx';
import { emailOf, ResendButton, StaffOtpNote } from '../../parts/login-page/otp.tsx';
import { useLanding } from '../../parts/login-page/landing-page.ts';

const { email, password } = access.sendAdminOtp.body.shape;
/** Before the OTP is sent its field is not there and not asked for. */
const Before = z.object({ email, password, otp: z.string() });
const After = access.adminLogin.body;
const NONE = { email: '', password: '', at: 0 };

/** Staff login: e-mail and password, then the OTP that was mailed. */
export function AdminLoginScreen() {
  const navigate = useNavigate();
  const land = useLanding();
  const sendOtp = useSend(access.sendAdminOtp, { otherwise: 'Failed to send OTP' });
  const login = useSend(access.adminLogin, { otherwise: 'Something went Wrong...!' });
  const [sent, setSent] = useState(NONE);
  const isSent = sent.at > 0;

  const enter = (reply: ReplyOf<typeof access.adminLogin>) => {
    if (!reply.firstLogin) return land(reply);
    holdFirstLogin({ email: reply.email, login_token: reply.token.login_token });
    return navigate({ to: '/adminpanel/reset_password' });
  };
  const form = useSchemaForm({
    schema: isSent ? After : Before,
    start: { email: '', password: '', otp: '' },
    send: async (typed) => {
      if (isSent) return enter(await login.mutateAsync(typed));
      await ask({ email: typed.email, password: typed.password });
    },
    // With another e-mail or password the server was not asked yet.
    onChange: (values) => {
      if (isSent && (emailOf(values.email) !== sent.email || values.password !== sent.password)) setSent(NONE);
    },
  });
  const ask = async (credentials: BodyOf<typeof access.sendAdminOtp>) => {
    await sendOtp.mutateAsync(credentials);
    form.set('otp', '');
    setSent({ ...credentials, at: now() });
  };
  const askAgain = () => {
    ask({ email: sent.email, password: sent.password }).catch((error: unknown) =>
      toast('failed', error instanceof Error ? error.message : 'Failed to send OTP'),
    );
  };
  const otpId = form.fieldId('otp');
  useEffect(() => {
    if (sent.at > 0) document.getElementById(otpId)?.focus();
  }, [sent.at, otpId]);

  return (
    <LoginPage title="Admin Login" busy={form.pending}>
      <FormBody form={form}>
        <TextField form={form} name="email" label="Email" type="email" autoComplete="username" required />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
        {isSent ? (
          <>
            <StaffOtpNote email={sent.email} />
            <OtpField form={form} name="otp" label="OTP" required />
            <Button type="submit">Login</Button>
            <ResendButton words="Send another OTP" askedAt={sent.at} busy={sendOtp.isPending} onClick={askAgain} />
          </>
        ) : (
          <Button type="submit">Send OTP</Button>
        )}
      </FormBody>
      <Links>
        <Link to="/adminpanel/forget_password">Forgot Password</Link>
        <Link to="/adminpanel/register">Create new account</Link>
        <Link to="/">Customer login</Link>
      </Links>
    </LoginPage>
  );
}
