import { setTimeout as pause } from 'node:timers/promises';

const BUSY = 503;
const TRIES = 8;
const MOMENT_MS = 1_000;

/** Asks once more in a moment where the product says that it is busy, as people do: a machine with much else to do proves nothing. */
export async function untilNotBusy(ask: () => Promise<Response>): Promise<Response> {
  for (let tries = 1; ; tries += 1) {
    const response = await ask();
    if (response.status !== BUSY || tries === TRIES) return response;
    await response.body?.cancel();
    await pause(MOMENT_MS);
  }
}
