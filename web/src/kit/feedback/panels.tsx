import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { toHeading } from '../keyboard/use-restored-focus.ts';
import classes from './panels.module.css';

/** Nothing to show, and why. */
export function EmptyState({ text, hint, children }: { text: string; hint?: string; children?: ReactNode }) {
  return (
    <div className={classes.panel} role="status">
      <p>{text}</p>
      {hint !== undefined && <p className={classes.hint}>{hint}</p>}
      {children}
    </div>
  );
}

/** Something could not be loaded: the text, what it was, and another try. */
export function ErrorPanel({ text, what, onRetry }: { text: string; what?: string; onRetry?: () => void }) {
  return (
    <div className={classes.panel} role="alert">
      <p>{text}</p>
      {what !== undefined && <p className={classes.hint}>{what}</p>}
      {onRetry && (
        <Button
          variant="default"
          onClick={({ currentTarget }) => {
            // The panel goes as the other try begins, and its button with it.
            toHeading(currentTarget);
            onRetry();
          }}
        >
          Retry
        </Button>
      )}
    </div>
  );
}
