import { Button } from '@mantine/core';
import { useState } from 'react';
import { undo, useChanges } from './changes.ts';
import { shown } from './format.ts';
import { ListDialog } from './list-dialog.tsx';
import classes from './toolbar.module.css';

/** The last 20 changes of this user in this tab, each to be taken back for as long as it stands here. */
export function RecentChanges() {
  const [open, setOpen] = useState(false);
  const changes = useChanges();
  return (
    <>
      <Button variant="default" onClick={() => setOpen(true)}>
        Recent changes
      </Button>
      {open && (
        <ListDialog title="Recent changes" size={720} onClose={() => setOpen(false)}>
          {changes.length === 0 && <p>Nothing was changed yet.</p>}
          <ul className={classes.changes}>
            {changes.map((change) => (
              <li key={change.id}>
                <span>
                  {change.what}: {shown(change.from)} → {shown(change.to)}
                </span>
                {change.undo && (
                  <Button
                    size="xs"
                    variant="default"
                    aria-label={`Undo ${change.what}`}
                    onClick={() => void undo(change)}
                  >
                    Undo
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </ListDialog>
      )}
    </>
  );
}
