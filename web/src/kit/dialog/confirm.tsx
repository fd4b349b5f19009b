import type { ReactNode } from 'react';
import { BusyButton } from '../button/busy-button.tsx';
import { Button, type ButtonProps } from '../button/button.tsx';
import { Dialog } from './dialog.tsx';

const AUTOFOCUS = { 'data-autofocus': true };

interface Props {
  title: string;
  children: ReactNode;
  /** The words of the button that goes ahead: what it does, not "Yes". */
  yes: string;
  onYes: () => void;
  /** Going ahead takes a moment, and the question stays until it is done. */
  busy?: boolean;
  /** Left out where there is nothing to decide, only something to read first. */
  no?: string;
  onNo?: () => void;
  /** The answer that Escape gives and that has the focus first. */
  careful?: 'yes' | 'no';
  /** The answer that one mostly comes for. */
  prefers?: 'yes' | 'no';
}

const Yes = ({ busy, ...props }: ButtonProps & { busy: boolean | undefined }) =>
  busy === undefined ? <Button {...props} /> : <BusyButton {...props} busy={busy} />;

/** A question, or a notice that must be read before moving on. */
export function Confirm(props: Props) {
  const { title, children, yes, onYes, busy, no, onNo = onYes, careful = 'no', prefers = 'yes' } = props;
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
          <Yes variant={yesLook} {...(yesFirst && AUTOFOCUS)} onClick={onYes} busy={busy}>
            {yes}
          </Yes>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
