import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: 720 | 1100;
}

/** Something to read or look through, with one way out. */
export function ListDialog({ title, onClose, children, size = 1100 }: Props) {
  return (
    <Dialog
      title={title}
      onClose={onClose}
      size={size}
      start="heading"
      footer={
        <Button variant="default" onClick={onClose}>
          Close
        </Button>
      }
    >
      {children}
    </Dialog>
  );
}
