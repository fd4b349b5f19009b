import { Link, useRouter } from '@tanstack/react-router';
import { Button } from '../kit/button/button.tsx';
import { NO_ANSWER } from '../api/refused.ts';
import { loginPath, useSession } from '../api/session.ts';
import { CodeNotLoaded, reloadIfAnswered } from '../api/load-code.ts';
import { ErrorPanel } from '../kit/feedback/panels.tsx';
import { toast } from '../kit/feedback/toast.ts';
import { callUs } from '../kit/text/business.ts';
import { ScreenFrame } from '../kit/layout/screen-frame.tsx';
import classes from './page.module.css';

/** An address that leads nowhere. */
export function WrongUrl() {
  return (
    <ScreenFrame title="Wrong URL..!!!">
      <p>
        There is no page at this address. <Link to={loginPath()}>Go to the start</Link>
      </p>
    </ScreenFrame>
  );
}

function whatNow(isOfCustomers: boolean, isCustomer: boolean): string {
  if (isOfCustomers !== isCustomer)
    return `This is a screen of the ${isOfCustomers ? 'customers' : 'staff'}: log in as one of them to see it.`;
  return isCustomer
    ? `It is not among your menus. If you need it, please ${callUs}.`
    : 'It is not among your menus. An administrator gives it to you under All Admin, Edit Admin Delegation.';
}

interface NotYoursProps {
  isOfCustomers: boolean;
  /** It was open as it was taken away. */
  wasTaken: boolean;
}

/** A screen that there is, but not for who asks: the link was right. */
export function NotYours({ isOfCustomers, wasTaken }: NotYoursProps) {
  const session = useSession();
  const isCustomer = session?.role === 'CUSTOMER';
  return (
    <ScreenFrame title={wasTaken ? 'You do not have this screen any more' : 'You do not have this screen'}>
      <p role="status">
        {wasTaken && 'Your menus were changed while it was open. What you typed into a form is kept in this tab. '}
        You are logged in as <b>{session?.user}</b>. {whatNow(isOfCustomers, isCustomer)}{' '}
        <Link to="/home">Go to the start</Link>
      </p>
    </ScreenFrame>
  );
}

export function WrongUrlPage() {
  return (
    <main className={classes.page}>
      <WrongUrl />
    </main>
  );
}

/** The code of a page could not be fetched. Another try reloads it, once the server answers. */
function NotLoaded() {
  const retry = async () => {
    if (!(await reloadIfAnswered())) toast('failed', NO_ANSWER);
  };
  return (
    <ScreenFrame title="Error">
      <ErrorPanel
        text="This page could not be loaded."
        what="The server did not answer. What you saved is safe."
        onRetry={() => void retry()}
      />
    </ScreenFrame>
  );
}

/** Something in the program broke while a page was opened. */
export function UnexpectedError({ error }: { error: unknown }) {
  const router = useRouter();
  if (error instanceof CodeNotLoaded) return <NotLoaded />;
  return (
    <main className={classes.page}>
      <ScreenFrame title="Unexpected Application Error!">
        <p>The page could not be shown. What you saved is safe.</p>
        <p>
          <Button onClick={() => void router.invalidate()}>Retry</Button>
        </p>
      </ScreenFrame>
    </main>
  );
}
