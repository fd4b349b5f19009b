import type { ReactNode } from 'react';
import { Button } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';

const AUTOFOCUS = { 'data-autofocus': true };

interface Props {
  title: string;
  children: ReactNode;
  /** The words of the button that goes ahead: what it does, not "Yes". */
  yes: string;
  onYes: () => void;
  /** Left out where there is nothing to decide, only something to read first. */
  no?: string;
  onNo?: () => void;
  /** The answer that Escape gives and that has the focus first. */
  careful?: 'yes' | 'no';
  /** The answer that one mostly comes for. */
  prefers?: 'yes' | 'no';
}

/** A question, or a notice that must be read before moving on. */
export function Confirm({ title, children, yes, onYes, no, onNo = onYes, careful = 'no', prefers = 'yes' }: Props) {
  const [yesLook, noLook] = prefers === 'no' ? (['default', 'filled'] as const) : (['filled', 'default'] as const);
  const yesFirst = no === undefined || careful === 'yes';
  return (
    <Dialog
      role="alertdialog"
      title={title}
      onClose={yesFirst ? onYes : onNo}
      footer={
        <>
          {no !== undefined && (
            <Button variant={noLook} {...(!yesFirst && AUTOFOCUS)} onClick={onNo}>
              {no}
            </Button>
          )}
          <Button variant={yesLook} {...(yesFirst && AUTOFOCUS)} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
