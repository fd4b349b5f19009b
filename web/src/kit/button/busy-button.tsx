import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useRef, type ComponentPropsWithoutRef } from 'react';

type Props = Omit<ButtonProps, 'loading'> & ComponentPropsWithoutRef<'button'> & { busy: boolean };

/** A button that starts something and shows that it is under way; it has the focus again when that ends. */
export function BusyButton({ busy, ...props }: Props) {
  const button = useRef<HTMLButtonElement>(null);
  const wasBusy = useRef(busy);
  useEffect(() => {
    // A busy button is disabled, and a browser takes the focus from what is disabled.
    if (wasBusy.current && !busy && document.activeElement === document.body) button.current?.focus();
    wasBusy.current = busy;
  }, [busy]);
  return <Button {...props} ref={button} loading={busy} />;
}
