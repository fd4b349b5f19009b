import type { ComponentProps } from 'react';
import classes from './button.module.css';

export interface ButtonProps extends ComponentProps<'button'> {
  /** `filled` is what one mostly comes for; there is one of it at most in a form or a row of buttons. */
  variant?: 'filled' | 'default';
  size?: 'sm' | 'xs';
}

/** A button of the page; in a table's cell there is CellButton, within a sentence TextButton. */
export const Button = ({ variant = 'filled', size = 'sm', className = '', type = 'button', ...props }: ButtonProps) => (
  <button
    {...props}
    type={type}
    className={`${classes.button ?? ''} ${className}`.trim()}
    data-variant={variant}
    data-size={size}
  />
);
