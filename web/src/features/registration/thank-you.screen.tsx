import { Link } from '@tanstack/react-router';
import { LoginPage, Links } from '../../parts/login-page/login-page.tsx';

/** Where a staff registration ends. */
export function ThankYouScreen() {
  return (
    <LoginPage title="Thank you">
      <p role="status">Your staff account is ready. An administrator now delegates your menus to you.</p>
      <Links>
        <Link to="/adminpanel">Staff login</Link>
        <Link to="/">Login</Link>
      </Links>
    </LoginPage>
  );
}
