import classes from './skeleton.module.css';
import { Waiting } from './waiting.tsx';

interface Props {
  /** How many blocks stand for what is on its way, and how high each is in pixels. */
  blocks: number;
  height: number;
}

/** Something is on its way: the words, and grey blocks where it will stand. */
export function Skeleton({ blocks, height }: Props) {
  return (
    <div className={classes.skeleton}>
      <Waiting />
      {Array.from({ length: blocks }, (_, at) => (
        <div key={at} aria-hidden="true" className={classes.block} style={{ height }} />
      ))}
    </div>
  );
}
