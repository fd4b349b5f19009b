import type { ComponentProps } from 'react';
import classes from './cell-button.module.css';

interface Props extends Omit<ComponentProps<'button'>, 'className' | 'type'> {
  /** What refuses or takes away, told from what stands beside it. */
  tone?: 'bad' | undefined;
}

/** A button in a table's cell. */
export function CellButton({ tone, ...props }: Props) {
  return <button {...props} data-tone={tone} type="button" className={classes.button} />;
}
