import { Breakable } from '../text/breakable.tsx';
import classes from './cells.module.css';

/** Lines of a cell that are never cut off: who gets something is read whole before it is given. */
export const Lines = ({ texts }: { texts: readonly (string | null)[] }) => (
  <span className={classes.lines}>
    {texts.map(
      (text) =>
        text !== null && (
          <span key={text}>
            <Breakable text={text} />
          </span>
        ),
    )}
  </span>
);
