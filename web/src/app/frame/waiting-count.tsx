import { number } from '../../kit/text/format.ts';
import type { WaitingCount } from './waiting.ts';

/** How much waits on a screen, beside its name. */
export const Count = ({ count, is_late, className }: WaitingCount & { className: string | undefined }) => (
  <span className={className} data-late={is_late || undefined}>
    {number(count)}
    <span className="visually-hidden"> {is_late ? 'waiting, late' : 'waiting'}</span>
  </span>
);
