import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: 440 | 720 | 1100;
  /** The body is one table: it takes the width there is, and its pager stays in sight. */
  fill?: boolean;
  /** What has the focus first: a field, where it is mostly written in. */
  start?: 'field' | 'heading';
  /** It is written in, too: a click beside it does not close it. */
  stays?: boolean;
  /** What is written in it is being sent: it stays until that is answered. */
  busy?: boolean;
  /** Beside the Close button: what else can be done. */
  beside?: ReactNode;
}

/** Something to read or look through, with one way out. */
export function ListDialog(props: Props) {
  const {
    title,
    onClose,
    children,
    size = 1100,
    fill = false,
    start = 'heading',
    stays = false,
    busy = false,
    beside,
  } = props;
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size={fill ? 1400 : size}
      start={start}
      fill={fill}
      stays={stays}
      busy={busy}
      footer={
        <>
          <Button variant="default" aria-disabled={busy} onClick={onClose}>
            Close
          </Button>
          {beside}
        </>
      }
    >
      {children}
    </Dialog>
  );
}
