import { useEffect, type ReactNode } from 'react';
import classes from './toolbar.module.css';

interface Props {
  title: string;
  /** Beside the title: a month picker, a view switch. */
  beside?: ReactNode;
  /** Below the title: filters and buttons. */
  toolbar?: ReactNode;
  children: ReactNode;
}

/** The one `h1` of a screen and its place in the window's title; the layout leads the focus to it. */
export function ScreenFrame({ title, beside, toolbar, children }: Props) {
  useEffect(() => {
    document.title = `${title} - Reseller Desk`;
  }, [title]);
  return (
    <div className={classes.screen}>
      <div className={classes.head}>
        <h1 tabIndex={-1} className={classes.title}>
          {title}
        </h1>
        {beside}
      </div>
      {toolbar !== undefined && <div className={classes.toolbar}>{toolbar}</div>}
      {children}
    </div>
  );
}
