import classes from './skeleton.module.css';
import { Waiting } from './waiting.tsx';

interface Props {
  /** How many blocks stand for what is on its way, and how high each is in pixels. */
  blocks: number;
  height: number;
  /** Side by side, where what comes stands so. */
  isGrid?: boolean;
}

/** Something is on its way: the words, and grey blocks where it will stand. */
export function Skeleton({ blocks, height, isGrid = false }: Props) {
  return (
    <div className={classes.skeleton}>
      <Waiting />
      <div aria-hidden="true" className={classes.blocks} data-grid={isGrid || undefined}>
        {Array.from({ length: blocks }, (_, at) => (
          <div key={at} className={classes.block} style={{ height }} />
        ))}
      </div>
    </div>
  );
}
