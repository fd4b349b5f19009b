import { useId, type ReactNode } from 'react';
import classes from './record-card.module.css';

export interface Fact {
  readonly label: string;
  readonly value: ReactNode;
  /** A word on the value, below it. */
  readonly hint?: string | undefined;
  /** A sentence instead of a figure: it gets the room of two. */
  readonly wide?: true;
}

interface Props {
  title: string;
  /** A line below the title. */
  about: ReactNode;
  facts: readonly Fact[];
  /** The button. */
  children: ReactNode;
}

/** One thing with all that is to be known of it and what can be done with it; on a small screen one fact a line. */
export function RecordCard({ title, about, facts, children }: Props) {
  const id = useId();
  return (
    <article className={classes.card} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        <div className={classes.about}>{about}</div>
      </div>
      <dl className={classes.facts}>
        {facts.map(({ label, value, hint, wide }) => (
          <div key={label} data-wide={wide}>
            <dt>{label}</dt>
            <dd>
              {value}
              {hint !== undefined && <p className={classes.hint}>{hint}</p>}
            </dd>
          </div>
        ))}
      </dl>
      <div className={classes.action}>{children}</div>
    </article>
  );
}
