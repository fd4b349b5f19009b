import { renewals } from '../../contract/src/renewals.ts';
import type { Product } from '../product.ts';
import { slowRequest, type SlowOptions } from '../slow-client.ts';
import type { Round } from '../round.ts';
import { startWriters } from '../writers.ts';

const CLIENTS = 200;
const DRIP_MS = 1_000;
/** When each must have been cut, and before which none was slow enough for that. */
const CUT_MS = 15_000;
const SOON_MS = 5_000;
/** As many answers of the largest file as the machine's own buffers do not hold. */
const FILES = 18;

/** Ways to be slow: with the head, with the body, with reading. */
async function slowness({ database, tokens, address }: Product): Promise<Record<string, SlowOptions>> {
  const lines = ['host: desk.example', 'content-type: application/json', `authorization: ${tokens[0] ?? ''}`];
  const head = `POST /api/${renewals.monthly.path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n`;
  const body = JSON.stringify({ month: database.today.slice(0, 7) });
  const page = await (await fetch(address)).text();
  const script = /\/assets\/index-[\w-]+\.js/.exec(page)?.[0];
  if (script === undefined) throw new Error('The page names no script.');
  const asked = `GET ${script} HTTP/1.1\r\nhost: desk.example\r\n\r\n`;
  return {
    'the head': { first: `${head}x-more: `, drip: 'a', everyMs: DRIP_MS },
    'the body': { first: `${head}content-length: 1000\r\n\r\n${body}`, drip: ' ', everyMs: DRIP_MS },
    // Sends meaningless bytes meanwhile.
    reading: { first: asked.repeat(FILES), drip: '\r\n', everyMs: DRIP_MS, reads: false },
  };
}

/** two hundred who hardly speak or do not listen, while others work. */
export const slowClients: Round = {
  id: 'R-12',
  title: `${CLIENTS} slow clients`,
  barMs: 2_000,
  nodes: 1,
  async run(product, works) {
    const kinds = Object.entries(await slowness(product));
    const { probe, stop } = startWriters(product, works);
    const port = product.nodes[0]?.port ?? 0;
    const cuts = await Promise.all(
      Array.from({ length: CLIENTS }, async (_, n) => {
        const [name, slow] = kinds[n % kinds.length] as (typeof kinds)[number];
        return { name, ms: await slowRequest(port, slow, 2 * CUT_MS) };
      }),
    );
    await stop();
    const message = kinds.map(([name]) => {
      const own = cuts.filter((cut) => cut.name === name).map(({ ms }) => ms);
      return { name, shortest: Math.round(Math.min(...own)), longest: Math.round(Math.max(...own)) };
    });
    return {
      rounds: 1,
      injected: CLIENTS,
      ...probe.outages(),
      problems: [
        ...message.flatMap(({ name, shortest, longest }) =>
          shortest >= SOON_MS && longest <= CUT_MS ? [] : [`slow with ${name}: cut after ${shortest} to ${longest} ms`],
        ),
        ...probe.problems(),
      ],
      note: `cut after ${message.map(({ name, longest }) => `${longest} ms (${name})`).join(', ')}; other answers: ${probe.others()}`,
    };
  },
};
