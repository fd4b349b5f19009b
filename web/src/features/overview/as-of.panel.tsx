import { instant } from '../../kit/text/format.ts';
import classes from './overview.module.css';

interface Props {
  /** The service that is read. */
  service: string;
  /** An instant; null: it was never read. Undefined while that is not known. */
  at: string | null | undefined;
}

/** How old is what a chart shows. */
export function AsOf({ service, at }: Props) {
  if (at === undefined) return null;
  return (
    <span className={classes.age}>
      {at === null ? `${service} has not been read yet` : `as of ${instant(at)}, from ${service}`}
    </span>
  );
}
