import { readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryNow, quantile, timed } from '../../bench/measure.ts';
import { renewals } from '../../contract/src/renewals.ts';
import { until } from '../../launcher/processes.ts';
import type { Product } from '../product.ts';
import { slowRequest } from '../slow-client.ts';
import type { Round } from '../round.ts';
import { writeOnce } from '../writers.ts';

const UPLOADS = 20;
const ABORTED = 50;
const BYTES = 5_000_000;
/** 10 kB/s. */
const CHUNK = 5_000;
const EVERY_MS = 500;
const ABORTED_AT = 1_000_000;
/** A slow upload is cut as any slow request is. */
const CUT_MS = 15_000;
/** One that ended before was refused for something else. */
const SOON_MS = 5_000;
const CALM_MS = 3_000;
/** How much longer a ping may take meanwhile. */
const LATER_MS = 100;
/** Memory that the process may retain. */
const KEPT_MB = 64;

const headOf = (token: string, length: number): string =>
  [
    `POST /api/${renewals.bulkAssign.path} HTTP/1.1`,
    'host: desk.example',
    `authorization: ${token}`,
    'content-type: multipart/form-data; boundary=x',
    `content-length: ${length}`,
    '',
    '--x',
    'content-disposition: form-data; name="file"; filename="assign.csv"',
    'content-type: text/csv',
    '',
    'Subscription Id,Assigned To\r\n',
  ].join('\r\n');

const slowUpload = (port: number, token: string): Promise<number> =>
  slowRequest(port, { first: headOf(token, BYTES), drip: 'x'.repeat(CHUNK), everyMs: EVERY_MS }, 2 * CUT_MS);

async function abortedUpload(port: number, token: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').resume();
  // It may be hung up on first.
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()).on('error', () => resolve()));
  const sent = new Promise<void>((resolve) => {
    socket.write(headOf(token, BYTES) + 'x'.repeat(ABORTED_AT), () => resolve());
  });
  await Promise.race([sent, ended]);
  socket.destroy();
  await ended;
}

/** The slowest of a hundred pings while something goes on. */
async function slowestPing(address: string, meanwhile: Promise<unknown>): Promise<{ ms: number; failed: number }> {
  const state = { isOver: false, failed: 0 };
  const measurements: number[] = [];
  const pinging = (async () => {
    while (!state.isOver) {
      measurements.push(
        await timed(async () => {
          const isThere = await fetch(`${address}/healthz`).then(
            ({ ok }) => ok,
            () => false,
          );
          if (!isThere) state.failed += 1;
        }),
      );
      await pause(20);
    }
  })();
  await meanwhile;
  state.isOver = true;
  await pinging;
  return { ms: quantile(measurements, 0.99), failed: state.failed };
}

const uploads = (port: number, token: string): Promise<unknown> =>
  Promise.all([
    ...Array.from({ length: UPLOADS }, () => slowUpload(port, token)),
    ...Array.from({ length: ABORTED }, () => abortedUpload(port, token)),
  ]);

async function objectionsTo({ nodes, temporary }: Product, before: number): Promise<string[]> {
  const pid = nodes[0]?.pid() ?? 0;
  const isBack = await until(() => (memoryNow(pid) ?? 0) <= before + KEPT_MB, 30_000, 500);
  const left = readdirSync(temporary);
  return [
    ...(isBack ? [] : [`the memory grew from ${Math.round(before)} to ${Math.round(memoryNow(pid) ?? 0)} MB`]),
    ...(left.length === 0 ? [] : [`left in the temporary folder: ${left.join(', ')}`]),
  ];
}

/** slow uploads and broken ones, while others are served. */
export const slowUploads: Round = {
  id: 'R-11',
  title: `${UPLOADS} slow uploads, ${ABORTED} broken ones`,
  barMs: 2_000,
  nodes: 1,
  async run(product, works) {
    const [node] = product.nodes;
    const [token = ''] = product.tokens;
    if (!node) throw new Error('There is no node.');
    const calm = await slowestPing(node.address, pause(CALM_MS));
    const before = memoryNow(node.pid()) ?? 0;
    const began = performance.now();
    const busy = await slowestPing(node.address, uploads(node.port, token));
    const lasted = performance.now() - began;
    const problems = await objectionsTo(product, before);
    if (lasted > CUT_MS || lasted < SOON_MS) problems.push(`a slow upload was cut after ${Math.round(lasted)} ms`);
    if (busy.ms > calm.ms + LATER_MS)
      problems.push(`p99 of a ping: ${Math.round(calm.ms)}, then ${Math.round(busy.ms)} ms`);
    if (busy.failed > 0) problems.push(`${busy.failed} pings failed`);
    await writeOnce(product, works);
    return {
      rounds: 1,
      injected: UPLOADS + ABORTED,
      outageMs: busy.ms,
      personMs: busy.ms,
      problems,
      note: `p99 of a ping ${Math.round(calm.ms)} ms before and ${Math.round(busy.ms)} ms meanwhile`,
    };
  },
};
