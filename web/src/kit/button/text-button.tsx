import type { MouseEvent, ReactNode } from 'react';
import classes from './text-button.module.css';

interface Props {
  onPress: (event: MouseEvent<HTMLButtonElement>) => void;
  children: ReactNode;
  title?: string;
  /** Its words are a value, and printed as such. */
  isValue?: boolean;
  /** Looks of its own, after those of a link. */
  className?: string | undefined;
}

/** A button that reads as a link: within a sentence, or as the value of a cell. */
export const TextButton = ({ onPress, children, title, isValue = false, className = '' }: Props) => (
  <button
    type="button"
    className={`${classes.button ?? ''} ${className}`.trim()}
    title={title}
    data-value={isValue ? '' : undefined}
    onClick={onPress}
  >
    {children}
  </button>
);
