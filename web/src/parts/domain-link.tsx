import classes from './domain-link.module.css';

/** A domain in a table that opens what is known of it. */
export function DomainLink({ name, onOpen }: { name: string; onOpen: () => void }) {
  return (
    <button type="button" className={classes.link} title={name} onClick={onOpen}>
      {name}
    </button>
  );
}
