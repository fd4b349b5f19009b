import type { ReactNode } from 'react';
import classes from './tool-field.module.css';

/** An input or select in a toolbar, under its label. */
export function ToolField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className={classes.field}>
      <span>{label}</span>
      {children}
    </label>
  );
}
