import type { ComponentProps, ReactNode } from 'react';
import classes from './entries.module.css';

/** A list of things that happened, newest first; `ordered` where their order tells something. */
export function Entries({
  ordered = false,
  ...props
}: Omit<ComponentProps<'ul'>, 'className'> & { ordered?: boolean }) {
  const List = ordered ? 'ol' : 'ul';
  return <List {...(props as object)} className={classes.list} />;
}

/** Who, when and how, above an entry or a message. */
export function Byline({ children }: { children: ReactNode }) {
  return <div className={classes.by}>{children}</div>;
}
