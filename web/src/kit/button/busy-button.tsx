import { useEffect, useRef } from 'react';
import { Button, type ButtonProps } from './button.tsx';
import classes from './button.module.css';
import { Loader } from './loader.tsx';

type Props = Omit<ButtonProps, 'ref'> & { busy: boolean };

/** A button that starts something and shows that it is under way; it has the focus again when that ends. */
export function BusyButton({ busy, disabled = false, children, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(busy);
  useEffect(() => {
    // A busy button is disabled, and a browser takes the focus from what is disabled.
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  return (
    <Button {...props} ref={button} disabled={busy || disabled} data-busy={busy || undefined}>
      <span>{children}</span>
      {busy && <Loader size={20} className={classes.wheel} />}
    </Button>
  );
}
