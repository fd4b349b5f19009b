import { Link } from '@tanstack/react-router';
import { ForgotPasswordForm } from './forgot-password.form.tsx';

/** Password recovery for customers. */
export function ForgotPasswordScreen() {
  return (
    <ForgotPasswordForm title="Forgot Password" mismatch="Password Does not match" alertMismatch login="/">
      <Link to="/">Login</Link>
      <Link to="/adminpanel">Staff login</Link>
    </ForgotPasswordForm>
  );
}
