import { useId, type ReactNode } from 'react';
import classes from './section.module.css';

/** A part of a screen under a heading of its own. `beside` stands next to the heading: a button, a figure. */
export function Section({ title, beside, children }: { title: string; beside?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={classes.section}>
      <div className={classes.line}>
        <h2 id={id} tabIndex={-1} className={classes.title}>
          {title}
        </h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** Figures or buttons side by side; they wrap. */
export const Line = ({ children }: { children: ReactNode }) => <div className={classes.line}>{children}</div>;
