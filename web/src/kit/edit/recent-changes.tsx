import { useRouter } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { lastChange, undo, useChanges, type Change } from './changes.ts';
import { instant, shown } from '../text/format.ts';
import { ListDialog } from '../dialog/list-dialog.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';
import classes from './recent-changes.module.css';

const wordsOf = ({ what, from, to }: Change): string =>
  from === undefined && to === undefined ? what : `${what}: ${shown(from)} → ${shown(to)}`;

interface Props {
  /** Whose changes these are. */
  who: string;
  /** Says where all that was ever changed is to be found, to those who may see it; `close` comes before it leads there. */
  rest?: (close: () => void) => ReactNode;
}

/** The last 20 changes in this tab: each leads to where it was made, and what can be taken back has a button. */
export function RecentChanges({ who, rest }: Props) {
  const [open, setOpen] = useState(false);
  const changes = useChanges();
  const { history } = useRouter();
  const close = () => setOpen(false);
  useShortcut('Ctrl+Z', 'Undo the last change', () => {
    const last = lastChange();
    if (last?.undo) void undo(last);
    // An older change in its place would be a surprise: the list says of which there is a way back.
    else if (last) setOpen(true);
  });
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpen(true)}>
        Recent changes
      </Button>
      {open && (
        <ListDialog title="Recent changes" size={720} onClose={close}>
          <p>
            {changes.length === 0 && 'Nothing was changed here yet. '}
            This list holds what you changed in this tab since it was opened or reloaded. {rest?.(close)}
          </p>
          <ul className={classes.changes}>
            {changes.map((change) => (
              <li key={change.id}>
                <div>
                  <a
                    href={change.address}
                    onClick={(event) => {
                      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
                      event.preventDefault();
                      close();
                      history.push(change.address);
                    }}
                  >
                    {wordsOf(change)}
                  </a>
                  <span className={classes.made}>
                    {who}, {instant(change.at)}
                    {!change.undo && ', cannot be undone here'}
                  </span>
                </div>
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
