import { access } from '@desk/contract/access';
import { Link, useNavigate } from '@tanstack/react-router';
import { Button } from '../../kit/button/button.tsx';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { heldFirstLogin, holdFirstLogin } from '../../api/session.ts';
import { PasswordField, TextField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { LoginPage, Links } from '../../parts/login-page/login-page.tsx';
import { atField } from '../../parts/form/at-field.ts';

const { formData } = access.resetAdminPassword.body.shape;

/** Where a first login leads: the password that was mailed is replaced by one's own. */
export function ResetPasswordScreen() {
  const navigate = useNavigate();
  const reset = useSend(access.resetAdminPassword, { otherwise: 'Something went wrong' });
  const held = heldFirstLogin();
  const form = useSchemaForm({
    schema: formData,
    start: { email: held?.email ?? '', password: '', confirmPassword: '' },
    send: async (typed) => {
      try {
        await reset.mutateAsync({ formData: typed });
      } catch (error) {
        // It lasts ten minutes; the mailed password still holds.
        if (error instanceof Refused && error.status === 403) holdFirstLogin(undefined);
        return atField({ 422: 'password' })(error);
      }
      holdFirstLogin(undefined);
      toast('done', 'Password Changed Successfully');
      await navigate({ to: '/adminpanel', replace: true });
    },
  });
  if (!held)
    return (
      <LoginPage title="Reset Password">
        <p>
          This page follows a first login, and is open for ten minutes then. Log in with the password that was mailed to
          you: it holds until you have set one of your own.
        </p>
        <Links>
          <Link to="/adminpanel">Login</Link>
          <Link to="/adminpanel/forget_password">Forgot Password</Link>
        </Links>
      </LoginPage>
    );
  return (
    <LoginPage title="Reset Password" busy={form.pending}>
      <p>This is your first login. Choose a password of your own.</p>
      <FormBody form={form}>
        <TextField
          form={form}
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          locked="The account that the password is for."
        />
        <PasswordField
          form={form}
          name="password"
          label="New password"
          help="8 to 128 characters"
          autoComplete="new-password"
          required
        />
        <PasswordField
          form={form}
          name="confirmPassword"
          label="Confirm password"
          autoComplete="new-password"
          required
        />
        <Button type="submit">Reset Password</Button>
      </FormBody>
    </LoginPage>
  );
}
