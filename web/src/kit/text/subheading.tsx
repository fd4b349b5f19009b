import classes from './subheading.module.css';

/** A heading within a dialog. */
export function Subheading({ text }: { text: string }) {
  return <h3 className={classes.subheading}>{text}</h3>;
}
