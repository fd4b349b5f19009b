import type { ReactNode } from 'react';
import classes from './tool-field.module.css';

interface Props {
  label: string;
  /** The label is for screen readers: what it labels says it in another way. */
  isQuiet?: boolean;
  children: ReactNode;
}

/** An input or select in a toolbar, under its label. */
export function ToolField({ label, isQuiet = false, children }: Props) {
  return (
    <label className={classes.field}>
      <span className={isQuiet ? 'visually-hidden' : undefined}>{label}</span>
      {children}
    </label>
  );
}
