import { access } from '@desk/contract/access';
import { Link, useRouterState } from '@tanstack/react-router';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { PasswordField, TextField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { LoginPage, Links, Note } from '../../parts/login-page/login-page.tsx';
import { useLanding } from '../../parts/login-page/landing-page.ts';

/** Customer login: e-mail and password. */
export function LoginScreen() {
  const land = useLanding();
  const login = useSend(access.login, { otherwise: 'Something went Wrong...!' });
  const registered = useRouterState({
    select: (state) => (state.location.search as Record<string, string>)['registered'] === '1',
  });
  const form = useSchemaForm({
    schema: access.login.body,
    start: { email: '', password: '' },
    send: async (typed) => land(await login.mutateAsync(typed)),
  });
  return (
    <LoginPage title="Login" busy={form.pending}>
      {registered && (
        <Note>Thank you for registering. Our staff look at your account; you can log in once they approved it.</Note>
      )}
      <FormBody form={form}>
        <TextField form={form} name="email" label="Username" type="email" autoComplete="username" required />
        <PasswordField form={form} name="password" label="Password" autoComplete="current-password" required />
        <Button type="submit">Login</Button>
      </FormBody>
      <Links>
        <Link to="/forget_password">Forgot Password</Link>
        <Link to="/register">Create new account</Link>
        <Link to="/adminpanel">Staff login</Link>
      </Links>
    </LoginPage>
  );
}
