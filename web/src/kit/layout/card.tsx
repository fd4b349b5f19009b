import classes from './card.module.css';

/** One figure with its name. */
export function Card({ label, value }: { label: string; value: string }) {
  return (
    <dl className={classes.card}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </dl>
  );
}
