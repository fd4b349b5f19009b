import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Capabilities } from '../port.ts';
import { placingCases } from './placing-cases.ts';
import { planningCases } from './planning-cases.ts';
import { readingCases } from './reading-cases.ts';
import type { Suite, SimulatedProvider } from './simulated-provider.ts';

interface Candidate {
  readonly name: string;
  /** What it declares, written down once more: a capability that is lost by accident is seen here. */
  readonly capabilities: Capabilities;
  readonly start: () => Promise<SimulatedProvider & { readonly stop: () => Promise<void> }>;
}

/**
 * What every adapter does, whoever its provider is. A case of something that it declares it cannot do is one in which it
 * has to refuse: none is left out.
 */
export function describeProvider({ name, capabilities, start }: Candidate): void {
  describe(name, () => {
    let running: Awaited<ReturnType<typeof start>> | undefined;
    const suite: Suite = {
      capabilities,
      at: () => running ?? expect.unreachable('The simulated provider stands within a test only'),
    };
    beforeAll(async () => {
      running = await start();
    });
    afterEach(() => running?.recover());
    afterAll(() => running?.stop());

    test('can do what it declares', () => {
      expect(suite.at().provider.capabilities).toEqual(capabilities);
    });
    readingCases(suite);
    planningCases(suite);
    placingCases(suite);
  });
}
