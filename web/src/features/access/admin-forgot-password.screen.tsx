import { Link } from '@tanstack/react-router';
import { ForgotPasswordForm } from './forgot-password.form.tsx';

/** Password recovery for staff. */
export function AdminForgotPasswordScreen() {
  return (
    <ForgotPasswordForm title="Reset Your Password" mismatch="Password Does not Match !" login="/adminpanel">
      <Link to="/adminpanel">Login</Link>
    </ForgotPasswordForm>
  );
}
