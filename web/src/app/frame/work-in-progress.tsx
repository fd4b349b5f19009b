import { sync } from '@desk/contract/sync';
import { Link } from '@tanstack/react-router';
import Refresh from '@tabler/icons-react/dist/esm/icons/IconRefresh.mjs';
import { useEffect, useState } from 'react';
import { useServerEvent } from '../../api/events.ts';
import { useCall, useDownloads } from '../../api/hooks.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { now } from '../../kit/text/clock.ts';
import { calendarDays, counted, instant } from '../../kit/text/format.ts';
import { isOverdue } from '../../parts/sync/sync-standing.tsx';
import classes from './top-bar.module.css';

const MINUTE_MS = 60_000;
const FRESH_MS = 60_000;

/** Files that are being fetched; a screen that was left meanwhile does not end them. */
export function Exports() {
  const running = useDownloads();
  return (
    <div role="status" className={classes.slot}>
      {running > 0 && (
        <span className={classes.job}>
          {running === 1 ? 'Export under way' : `${counted(running, 'export')} under way`}
          <progress aria-label="Export" />
        </span>
      )}
    </div>
  );
}

/** "2 min ago": as exact as it matters; days are those of the calendar, and what is still to come is told with its own. */
export function ageWords(iso: string, at: number): string {
  const then = Date.parse(iso);
  const minutes = Math.floor((at - then) / MINUTE_MS);
  if (minutes < -1) return instant(iso);
  if (minutes < 1) return 'just now';
  if (minutes < 60) return `${minutes} min ago`;
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} h ago`;
  return `${calendarDays(then, at)} days ago`;
}

/** The time, told anew each minute. */
function useMinutes(): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setAt(now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return at;
}

/** How old the data of Google is, or that it is being read, for those who have the screen of its sync. */
export function DataAge() {
  return useMayCall(sync.runs) ? <GoogleAge /> : null;
}

function GoogleAge() {
  const { data, refetch } = useCall(sync.runs, {}, { fresh: FRESH_MS });
  const again = useStable(() => void refetch());
  useServerEvent('sync', again);
  useServerEvent('jobs', again);
  const at = useMinutes();
  const runs = data?.runs ?? [];
  if (['queued', 'running'].includes(runs[0]?.state ?? '')) return <SyncLink words="Reading Google" isRunning />;
  const last = runs.find(({ state }) => state === 'done')?.finished_at;
  if (typeof last !== 'string') return null;
  const age = ageWords(last, at);
  const isOld = isOverdue({ state: 'done', finished_at: last });
  return <SyncLink words={`Google: ${age}`} isOld={isOld} title={`Read from Google on ${instant(last)}`} />;
}

interface SyncLinkProps {
  words: string;
  title?: string;
  isRunning?: boolean;
  isOld?: boolean;
}

const SyncLink = ({ words, title, isRunning = false, isOld = false }: SyncLinkProps) => (
  <Link
    to="/home/$screen"
    params={{ screen: 'subscription_sync' }}
    className={isRunning ? classes.job : classes.age}
    title={title}
    data-old={isOld || undefined}
  >
    <Refresh size={14} aria-hidden />
    {words}
  </Link>
);
