import { Button } from '../button/button.tsx';
import { LeaveQuestion } from '../dialog/leave-question.tsx';
import { useUnsaved, type Edits } from './edits.ts';
import { counted } from '../text/format.ts';
import classes from '../layout/action-bar.module.css';

/** How many choices of the table wait for their Update; leaving the page with some asks. */
export function UnsavedBar<Row>({ edits }: { edits: Edits<Row> }) {
  const count = useUnsaved(edits);
  return (
    <>
      <div role="status" className={count > 0 ? classes.bar : undefined}>
        {count > 0 && (
          <>
            {counted(count, 'unsaved change')}
            <Button size="xs" onClick={edits.updateAll}>
              Update all
            </Button>
            <Button size="xs" variant="default" onClick={edits.discardAll}>
              Discard
            </Button>
          </>
        )}
      </div>
      <LeaveQuestion isUnsaved={count > 0}>{counted(count, 'change')} will be lost.</LeaveQuestion>
    </>
  );
}
