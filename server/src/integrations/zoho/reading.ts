import * as z from 'zod/mini';
import type { Sleep } from '../http/retry.ts';
import { withRetry } from './retry.ts';
import { parseAnswer, type ApiCall, type Transport } from './transport.ts';

export interface CallOptions {
  /** Stops waiting and trying; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Reads may be repeated; null is Zoho's answer where it has nothing. */
export function makeReading(transport: Transport, sleep: Sleep) {
  return <S extends z.ZodMiniType>(call: Omit<ApiCall, 'method' | 'body'>, schema: S): Promise<z.output<S> | null> =>
    withRetry(async () => parseAnswer(z.nullable(schema), await transport({ ...call, method: 'GET' })), {
      sleep,
      signal: call.signal,
    });
}
