import { access } from '@desk/contract/access';
import { Link } from '@tanstack/react-router';
import { useSend } from '../../api/hooks.ts';
import { ForgotPasswordForm } from './forgot-password.form.tsx';

/** Password recovery for customers. */
export function ForgotPasswordScreen() {
  const reset = useSend(access.forgotPassword, { otherwise: 'Failed to Send Otp. Please Try again..!!' });
  return (
    <ForgotPasswordForm
      title="Forgot Password"
      reset={reset.mutateAsync}
      mismatch="Password Does not match"
      alertMismatch
      login="/"
    >
      <Link to="/">Login</Link>
      <Link to="/adminpanel">Staff login</Link>
    </ForgotPasswordForm>
  );
}
