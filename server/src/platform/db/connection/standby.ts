import { setTimeout as pause } from 'node:timers/promises';
import { Counter, Gauge } from 'prom-client';
import type { Client } from './client.ts';

/** A standby that has not come as far as the primary had when it was asked is waited for so long, and asked so often. */
const CATCH_UP_MS = 2_000;
const LOOK_MS = 50;

const registers: [] = [];
export const longReads = new Counter({
  name: 'desk_long_reads_total',
  help: 'Exports by where they were read: primary, standby, or left_out (a standby that is too far behind, or does not answer)',
  labelNames: ['from'],
  registers,
});
export const standbyLag = new Gauge({
  name: 'desk_standby_behind_bytes',
  help: 'How far the standby was behind the primary, in bytes of its log, when it was last asked',
  registers,
});

/** How far the primary's log has come, with what was committed without waiting for the disk. */
const written = async (client: Client): Promise<string> => {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn');
  return rows[0]?.lsn ?? '';
};

/** Bytes of the log that a standby has not replayed of what was written by then; undefined: it is no standby (any more). */
async function behind(client: Client, lsn: string): Promise<number | undefined> {
  const { rows } = await client.query<{ bytes: string | null }>(
    'select greatest(pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn()), 0)::text as bytes where pg_is_in_recovery()',
    [lsn],
  );
  return typeof rows[0]?.bytes !== 'string' ? undefined : Number(rows[0].bytes);
}

/** Whether a standby has all that was written before it was asked: nobody misses their own write. */
async function hasCaughtUp(standby: Client, lsn: string): Promise<boolean> {
  for (let waited = 0; ; waited += LOOK_MS) {
    const bytes = await behind(standby, lsn);
    if (bytes === undefined) return false;
    standbyLag.set(bytes);
    if (bytes === 0) return true;
    if (waited >= CATCH_UP_MS) return false;
    await pause(LOOK_MS);
  }
}

/**
 * The connection on which a long read is made: that of the standby, where it answers and has come as far as the primary had, else that of the
 * primary. The other one is closed.
 * @param open makes a client of an address that is not connected yet
 */
export async function connectForReading(
  { primary, standby }: { readonly primary: string; readonly standby: string | undefined },
  open: (url: string) => Client,
): Promise<Client> {
  const own = open(primary);
  await own.connect();
  if (standby === undefined) {
    longReads.inc({ from: 'primary' });
    return own;
  }
  const other = open(standby);
  const close = (client: Client): void => void client.end().catch(() => undefined);
  try {
    await other.connect();
    if (await hasCaughtUp(other, await written(own))) {
      close(own);
      longReads.inc({ from: 'standby' });
      return other;
    }
  } catch {
    // It is left out, as one that is too far behind.
  }
  close(other);
  longReads.inc({ from: 'left_out' });
  return own;
}
