import classes from './loader.module.css';

interface Props {
  /** In pixels. */
  size: number;
  className?: string | undefined;
}

/** A wheel that turns while something is waited for; words beside it say so to those who do not see it. */
export const Loader = ({ size, className = '' }: Props) => (
  <span
    aria-hidden="true"
    className={`${classes.loader ?? ''} ${className}`.trim()}
    style={{ width: size, height: size, borderWidth: size / 8 }}
  />
);
