import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import type { SavedViews } from './saved-views.ts';
import { ViewActions } from './view-actions.tsx';
import { ViewLink, type ViewEntry } from './view-link.tsx';
import { ownerWords } from './view-words.ts';
import classes from './views-sheet.module.css';

interface Props {
  saved: SavedViews;
  entries: readonly ViewEntry[];
  onClose: () => void;
}

/** The views on a small screen, and what can be done with the one that is open. */
export const ViewsSheet = ({ saved, entries, onClose }: Props) => (
  <ListDialog title="Views" size={440} onClose={onClose}>
    <ul className={classes.list} aria-label="Views">
      {entries.map((entry) => (
        <li key={entry.key}>
          <ViewLink entry={entry} saved={saved} onGo={onClose} />
          {entry.view && <small aria-hidden="true">{ownerWords(entry.view)}</small>}
        </li>
      ))}
    </ul>
    <ViewActions saved={saved} isList onDone={onClose} />
  </ListDialog>
);
