import { useEffect, useState } from 'react';
import { dismiss, useToasts, type Toast, type ToastKind } from './toast.ts';
import classes from './toaster.module.css';

const STAYS_MS = 6000;
/** As long as the line below it takes. */
const UNDO_STAYS_MS = 30_000;

/** The two live regions. They stand in the page from the start, empty: a region that comes with its text is often not read. */
export function Toaster() {
  const toasts = useToasts();
  const ofKind = (kind: ToastKind) =>
    toasts.filter((one) => one.kind === kind).map((one) => <ToastMessage key={one.id} toast={one} />);
  return (
    <div className={classes.toaster} data-messages="">
      <div role="status" aria-live="polite" aria-atomic="false">
        {ofKind('done')}
      </div>
      <div role="alert" aria-live="assertive" aria-atomic="false">
        {ofKind('failed')}
      </div>
    </div>
  );
}

function ToastMessage({ toast }: { toast: Toast }) {
  const [held, setHeld] = useState(false);
  const { id, kind, text, count, action } = toast;
  const stays = action?.words === 'Undo' ? UNDO_STAYS_MS : STAYS_MS;
  useEffect(() => {
    if (kind === 'failed' || held) return undefined;
    const timer = setTimeout(() => dismiss(id), stays);
    return () => clearTimeout(timer);
  }, [id, kind, held, stays]);
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- holding the toast while it is looked at is no control
    <div
      className={classes.toast}
      data-kind={kind}
      data-undo={(action?.words === 'Undo' && !held) || undefined}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span className={classes.text}>
        {text}
        {count > 1 && ` (${String(count)} times)`}
      </span>
      {action && (
        <button
          type="button"
          className={classes.button}
          onClick={() => {
            dismiss(id);
            action.press();
          }}
        >
          {action.words}
        </button>
      )}
      <button type="button" className={classes.button} aria-label="Dismiss" onClick={() => dismiss(id)}>
        ✕
      </button>
    </div>
  );
}
