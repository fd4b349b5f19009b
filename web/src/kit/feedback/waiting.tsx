import { useEffect, useState } from 'react';
import { TextButton } from '../button/text-button.tsx';
import classes from './waiting.module.css';

/** Nobody takes a page that says nothing for longer than this for a slow one. */
const LONG_MS = 8000;

const whyOf = () =>
  navigator.onLine ? 'It may be busy, or the connection slow.' : 'This device seems to have no connection.';

/** Says after eight seconds that the server is still being waited for, and what can be done; draw it while that lasts. */
export function StillWaiting({ className = classes.still }: { className?: string | undefined }) {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), LONG_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div role="status" className={className}>
      {isLong && (
        <>
          Still waiting for the server… {whyOf()} You can wait on, or{' '}
          <TextButton onPress={() => window.location.reload()}>reload the page</TextButton>.
        </>
      )}
    </div>
  );
}

/** Something is on its way: the words, and after eight seconds that it takes long. */
export function Waiting({ text = 'Loading...' }: { text?: string }) {
  return (
    <div className={classes.waiting}>
      <p role="status">{text}</p>
      <StillWaiting />
    </div>
  );
}
