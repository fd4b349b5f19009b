import type { AddressInfo } from 'node:net';
import dns2 from 'dns2';
import { answerAdmin, faultsOf } from '../loopback/faults.ts';
import { answerJson, serveOnLoopback } from '../loopback/serve.ts';
import type { World } from '../world/types.ts';
import { makeZone, type Entry, type NameFault } from './zone.ts';

/** `only` of a fault names a domain. `slow` answers after a while. */
const DNS_FAULTS = ['servfail', 'refused', 'silence', 'slow'] as const;
type DnsFault = (typeof DNS_FAULTS)[number];

const { Packet } = dns2;
const RCODES = { servfail: 2, nxdomain: 3, refused: 5 };
const SLOW_MS = 150;
const TTL = 300;
const HOST = '127.0.0.1';

type Transport = 'udp' | 'tcp';
type Records = Exclude<Entry, NameFault>;

const TYPES = new Map<number, 'MX' | 'TXT'>([
  [Packet.TYPE.MX, 'MX'],
  [Packet.TYPE.TXT, 'TXT'],
]);

/** The records of one type; none of a type that this zone does not hold. */
function answersTo({ name, type }: dns2.Packet.Question, { mx, txt }: Records): dns2.Packet.Resource[] {
  const base = { name, type, class: Packet.CLASS.IN, ttl: TTL };
  switch (TYPES.get(type)) {
    case 'MX':
      return mx.map((server) => new Packet.Resource({ ...base, ...server }));
    case 'TXT':
      return txt.map((data) => new Packet.Resource({ ...base, data }));
    case undefined:
      return [];
  }
}

/** The packet that goes back; undefined: silence. */
function respond(
  request: dns2.Packet,
  question: dns2.Packet.Question,
  entry: Entry | undefined,
  transport: Transport,
): dns2.Packet | undefined {
  if (entry === 'silence') return undefined;
  const response = Packet.createResponseFromRequest(request);
  if (entry === undefined) response.header.rcode = RCODES.nxdomain;
  else if (typeof entry === 'string') response.header.rcode = RCODES[entry];
  else if (entry.truncated && transport === 'udp') response.header.tc = 1;
  else response.answers = answersTo(question, entry);
  return response;
}

const isTaken = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** One port of the loopback address for both transports. */
async function listen(handle: (transport: Transport) => dns2.DnsHandler, port: number, tries = 5) {
  const udp = dns2.createUDPServer(handle('udp'));
  await new Promise<void>((ready, failed) => {
    udp.once('error', failed);
    udp.bind(port, HOST, ready);
  });
  const taken = udp.address().port;
  const tcp = dns2.createTCPServer(handle('tcp'));
  try {
    await new Promise<void>((ready, failed) => {
      tcp.once('error', failed);
      tcp.listen(taken, HOST, ready);
    });
  } catch (error) {
    udp.close();
    if (port === 0 && tries > 1 && isTaken(error)) return listen(handle, port, tries - 1);
    throw error;
  }
  return { port: (tcp.address() as AddressInfo).port, udp, tcp };
}

/** The name servers of an invented world on the loopback address, over UDP and TCP. */
export async function startDns({ world, port = 0 }: { world: World; port?: number }) {
  const zone = makeZone(world);
  const faults = faultsOf<DnsFault>(DNS_FAULTS);
  const asked = new Map<string, number>();
  let [underWay, mostAtOnce, isStopped] = [0, 0, false];

  async function later(send: () => void): Promise<void> {
    underWay += 1;
    mostAtOnce = Math.max(mostAtOnce, underWay);
    await new Promise((over) => setTimeout(over, SLOW_MS));
    underWay -= 1;
    if (!isStopped) send();
  }

  const handle =
    (transport: Transport): dns2.DnsHandler =>
    (request, send) => {
      const [question] = request.questions;
      if (!question) return;
      const name = question.name.toLowerCase();
      const line = `${TYPES.get(question.type) ?? String(question.type)} ${name}`;
      asked.set(line, (asked.get(line) ?? 0) + 1);
      const fault = faults.take(DNS_FAULTS, name);
      const entry = fault === undefined || fault === 'slow' ? zone.get(name) : fault;
      const response = respond(request, question, entry, transport);
      if (!response) return;
      if (fault === 'slow') void later(() => void send(response));
      else void send(response);
    };

  const { port: taken, udp, tcp } = await listen(handle, port);
  const state = () => ({ asked: Object.fromEntries(asked), mostAtOnce, names: [...zone.keys()] });
  const admin = await serveOnLoopback(async (request, response) => {
    const { url = '/', method = 'GET' } = request;
    if (await answerAdmin({ url, method, request, response }, faults, state)) return;
    answerJson(response, 404, { message: `Nothing answers ${method} ${url}` });
  }, 0);

  return {
    url: admin.url,
    /** Environment of a server that uses these name servers. */
    env: { DNS_SERVERS: `${HOST}:${taken}` },
    zone,
    /** How often a question came, such as `MX acme.example`. */
    asked: (line: string) => asked.get(line) ?? 0,
    /** The most slow answers that were waited for at the same time. */
    mostAtOnce: () => mostAtOnce,
    faults,
    stop: async () => {
      isStopped = true;
      udp.close();
      await Promise.all([admin.stop(), new Promise((stopped) => tcp.close(stopped))]);
    },
  };
}
