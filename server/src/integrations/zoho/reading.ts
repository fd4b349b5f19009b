import * as z from 'zod/mini';
import type { JsonCall } from '../http/json-client.ts';
import type { Sleep } from '../http/retry.ts';
import { parseAnswer } from './http.ts';
import { withRetry } from './retry.ts';
import type { Transport } from './transport.ts';

/** Reads may be repeated; null is Zoho's answer where it has nothing. */
export function makeReading(transport: Transport, sleep: Sleep) {
  return <S extends z.ZodMiniType>(call: Omit<JsonCall, 'method' | 'body'>, schema: S): Promise<z.output<S> | null> =>
    withRetry(async () => parseAnswer(z.nullable(schema), await transport(call)), {
      sleep,
      signal: call.signal,
    });
}
