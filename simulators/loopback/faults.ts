import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerJson, bodyOf, parsed } from './serve.ts';

/** Kind of fault, how often (once), and for which of the subjects alone (an address, a phone number, a channel). */
export interface Fault<Kind extends string> {
  kind: Kind;
  times?: number;
  only?: string;
}

export type Faults<Kind extends string> = ReturnType<typeof faultsOf<Kind>>;

/** Faults wait in line; each is used up by the first messages that it fits. */
export function faultsOf<Kind extends string>(kinds: readonly Kind[]) {
  let line: Required<Fault<Kind>>[] = [];
  return {
    kinds,
    next({ kind, times = 1, only = '' }: Fault<Kind>): void {
      line.push({ kind, times, only: only.toLowerCase() });
    },
    /** Use up one fault of these kinds that fits a subject of the message. */
    take(among: readonly Kind[], ...subjects: string[]): Kind | undefined {
      const names = ['', ...subjects.map((subject) => subject.toLowerCase())];
      const fault = line.find(({ kind, only }) => among.includes(kind) && names.includes(only));
      if (!fault) return undefined;
      fault.times -= 1;
      line = line.filter(({ times }) => times > 0);
      return fault.kind;
    },
    clear(): void {
      line = [];
    },
    waiting: (): readonly Required<Fault<Kind>>[] => line.map((fault) => ({ ...fault })),
  };
}

function asFault<Kind extends string>(body: unknown, kinds: readonly Kind[]): Fault<Kind> | undefined {
  if (typeof body !== 'object' || body === null) return undefined;
  const { kind, times = 1, only = '' } = body as Record<string, unknown>;
  const known = kinds.find((one) => one === kind);
  if (known === undefined || !Number.isInteger(times) || Number(times) < 1 || typeof only !== 'string')
    return undefined;
  return { kind: known, times: Number(times), only };
}

/** `POST` and `DELETE /__admin/fault`, `GET /__admin/state`; false where the request is for somebody else. */
export async function answerAdmin<Kind extends string>(
  { url, method, ...rest }: { url: string; method: string; request: IncomingMessage; response: ServerResponse },
  faults: Pick<Faults<Kind>, 'kinds' | 'next' | 'clear' | 'waiting'>,
  state: () => object,
): Promise<boolean> {
  const { request, response } = rest;
  if (url === '/__admin/state' && method === 'GET') {
    answerJson(response, 200, { ...state(), faults: faults.waiting() });
    return true;
  }
  if (url !== '/__admin/fault') return false;
  if (method === 'DELETE') {
    faults.clear();
    answerJson(response, 200, { faults: [] });
    return true;
  }
  const fault = asFault(parsed(await bodyOf(request)), faults.kinds);
  if (fault) faults.next(fault);
  answerJson(
    response,
    fault ? 200 : 400,
    fault ? { faults: faults.waiting() } : { message: `kind is one of ${faults.kinds.join(', ')}; times at least 1` },
  );
  return true;
}
