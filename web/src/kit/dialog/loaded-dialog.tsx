import { useState, type ReactNode } from 'react';
import { ListDialog } from './list-dialog.tsx';
import { ErrorPanel } from '../feedback/panels.tsx';
import { Skeleton } from '../feedback/skeleton.tsx';

interface Props<Loaded> {
  title: string;
  onClose: () => void;
  /** As wide as what comes. */
  size?: 440 | 720;
  /** What the form stands on; undefined until it is there. */
  loaded: Loaded | undefined;
  /** Why it is not: the text to show, and what was behind it. */
  failure: { readonly text: string; readonly what?: string } | undefined;
  onRetry: () => void;
  /** The dialog with the form, drawn on what was loaded first: what is loaded again meanwhile is not what is edited. */
  children: (opened: Loaded) => ReactNode;
}

/** A dialog whose form has to be loaded: until then grey fields, or why there are none and another try. */
export function LoadedDialog<Loaded extends object>(props: Props<Loaded>) {
  const { title, onClose, size = 440, loaded, failure, onRetry, children } = props;
  const [opened, setOpened] = useState(loaded);
  if (loaded && !opened) setOpened(loaded);
  if (opened) return children(opened);
  return (
    <ListDialog title={title} size={size} onClose={onClose}>
      {failure ? <ErrorPanel {...failure} onRetry={onRetry} /> : <Skeleton blocks={4} height={44} />}
    </ListDialog>
  );
}
