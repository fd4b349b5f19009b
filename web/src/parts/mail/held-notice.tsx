import classes from './held-notice.module.css';
import { Notice } from '../../kit/feedback/notice.tsx';
import { sinceWords, useMailHold } from './mail-hold-switch.ts';

/** For whoever is about to send something: while messages are held, it will wait. */
export function HeldNotice() {
  const { data } = useMailHold();
  return (
    <div role="status" className={classes.notices}>
      {data?.held === true && (
        <Notice>
          Outgoing messages are held {sinceWords(data)}. What you send now waits, and leaves when they are let go.
        </Notice>
      )}
    </div>
  );
}
