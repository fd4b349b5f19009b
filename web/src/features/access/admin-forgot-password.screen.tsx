import { access } from '@desk/contract/access';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { ForgotPasswordForm, type Recovery } from './forgot-password.form.tsx';

const WRONG = 'Something went wrong';

/** Password recovery for staff: the OTP is verified first, which lets the same client set the password. */
export function AdminForgotPasswordScreen() {
  const verify = useSend(access.verifyOtp, { otherwise: WRONG });
  const replace = useSend(access.resetAdminPassword, { otherwise: WRONG });
  // An OTP is verified once; a password that is then refused is sent again without.
  const verified = useRef('');
  const reset = async ({ email, otp, new_password }: Recovery) => {
    const proof = `${email} ${otp}`;
    if (verified.current !== proof) await verify.mutateAsync({ email, otp });
    verified.current = proof;
    try {
      await replace.mutateAsync({ formData: { email, password: new_password, confirmPassword: new_password } });
    } catch (error) {
      if (error instanceof Refused && error.status === 403) verified.current = '';
      throw error;
    }
  };
  return (
    <ForgotPasswordForm
      title="Reset Your Password"
      reset={reset}
      mismatch="Password Does not Match !"
      login="/adminpanel"
    >
      <Link to="/adminpanel">Login</Link>
    </ForgotPasswordForm>
  );
}
