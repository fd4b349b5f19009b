import classes from './message-text.module.css';

interface Props {
  /** Null where the channel has none. */
  subject: string | null;
  text: string;
  /** Another text is being made. */
  busy?: boolean;
}

/** A message as its recipient reads it. */
export function MessageText({ subject, text, busy = false }: Props) {
  return (
    <div className={classes.message} aria-busy={busy}>
      {subject !== null && <p className={classes.subject}>{subject}</p>}
      <p>{text}</p>
    </div>
  );
}
