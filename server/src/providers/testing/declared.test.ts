import { describe, expect, test } from 'vitest';
import { simulatedGoogle } from '../google-reseller/testing/simulated-google.ts';
import type { Capabilities, Operation, Planned, Provider, Step } from '../port.ts';
import { NotOffered } from '../problems.ts';
import { describeProvider } from './contract-suite.ts';
import { caseOf, type Suite } from './simulated-provider.ts';

const FEW: Capabilities = {
  renewsWithSeats: false,
  resizesToAssigned: false,
  flexible: false,
  proposedOffers: false,
  addsSeats: false,
  events: false,
  answersLater: true,
};

function isLacking(step: Step): boolean {
  if (step.do === 'set-renewal')
    return step.to.then === 'flexible' || ('seats' in step.to && step.to.seats !== 'committed');
  return true;
}

/** The same provider, as if it could do little, and answered later. */
function withFew(provider: Provider): Provider {
  const running = new Map<string, Operation>();
  const refuse = (what: string): never => {
    throw new NotOffered(`It does not offer ${what}.`);
  };
  return {
    ...provider,
    capabilities: FEW,
    plan: (...asked): Planned => {
      const planned = provider.plan(...asked);
      if ('blocked' in planned)
        return planned.fallback?.some(isLacking) === true ? { blocked: planned.blocked } : planned;
      return planned.steps.some(isLacking) ? { blocked: { because: 'not-offered' } } : planned;
    },
    place: async (ref, step, options) => {
      if (isLacking(step)) refuse(step.do);
      const name = `operations/${running.size + 1}`;
      running.set(name, await provider.place(ref, step, options));
      return { state: 'running', name };
    },
    operation: (name) => Promise.resolve(running.get(name) ?? refuse(name)),
    events: () => refuse('events'),
  };
}

describeProvider({
  name: 'A provider that can do little',
  capabilities: FEW,
  start: async () => {
    const google = await simulatedGoogle();
    return { ...google, provider: withFew(google.provider) };
  },
});

describe('a case of what is declared as not offered', () => {
  const suite: Suite = { capabilities: FEW, at: () => expect.unreachable('nothing is asked') };
  const seen: string[] = [];
  const check = {
    works: () => Promise.reject(new Error('It is not offered.')),
    isRefused: () => Promise.resolve(void seen.push('refused')),
  };
  caseOf(suite, ['events'], 'is one in which it has to refuse', check);
  test('is not left out', () => {
    expect(seen).toEqual(['refused']);
  });
});
