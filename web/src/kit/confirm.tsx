import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.tsx';

interface Props {
  title: string;
  children: ReactNode;
  /** The words of the button that goes ahead: what it does, not "Yes". */
  yes: string;
  onYes: () => void;
  /** Left out where there is nothing to decide, only something to read first. */
  no?: string;
  onNo?: () => void;
}

/** A question, or a notice that must be read before moving on. Escape is the careful answer. */
export function Confirm({ title, children, yes, onYes, no, onNo = onYes }: Props) {
  return (
    <Dialog
      role="alertdialog"
      title={title}
      onClose={onNo}
      footer={
        <>
          {no !== undefined && (
            <Button variant="default" data-autofocus onClick={onNo}>
              {no}
            </Button>
          )}
          <Button {...(no === undefined && { 'data-autofocus': true })} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
