import type { ComponentProps } from 'react';
import classes from './cell-button.module.css';

type Props = Omit<ComponentProps<'button'>, 'className' | 'type'>;

/** A button in a table's cell. */
export function CellButton(props: Props) {
  return <button {...props} type="button" className={classes.button} />;
}
