import { useId, type ReactNode } from 'react';
import classes from './accordion.module.css';

interface Props {
  title: string;
  isOpen: boolean;
  onToggle: () => void;
  /** Drawn while it is open only, so what it shows is loaded when it is opened. */
  children: ReactNode;
}

/** A part that opens and closes under its heading. */
export function AccordionSection({ title, isOpen, onToggle, children }: Props) {
  const id = useId();
  return (
    <div className={classes.section}>
      <h3 className={classes.heading}>
        <button
          type="button"
          id={id}
          aria-expanded={isOpen}
          {...(isOpen && { 'aria-controls': `${id}-body` })}
          onClick={onToggle}
        >
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {title}
        </button>
      </h3>
      {isOpen && (
        <section id={`${id}-body`} aria-labelledby={id} className={classes.body}>
          {children}
        </section>
      )}
    </div>
  );
}
