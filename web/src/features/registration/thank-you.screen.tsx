import { Link } from '@tanstack/react-router';
import { Entrance, Links } from '../../parts/entrance/entrance.tsx';

/** Where a staff registration ends. */
export function ThankYouScreen() {
  return (
    <Entrance title="Thank you">
      <p role="status">Your staff account is ready. An administrator now delegates your menus to you.</p>
      <Links>
        <Link to="/adminpanel">Staff login</Link>
        <Link to="/">Login</Link>
      </Links>
    </Entrance>
  );
}
