import type { Subscription } from '../../simulators/google/wire.ts';
import type { Seen } from '../oracle/seen.ts';

/** What of a customer asks for somebody beside the end of a term; undefined: nothing does. */
function whatOf(held: readonly Subscription[], isLetGo: boolean): string | undefined {
  if (
    held.some(
      ({ trialSettings, plan, status }) => status === 'ACTIVE' && trialSettings.isInTrial && plan.planName === 'TRIAL',
    )
  )
    return 'a trial that no plan follows';
  const isIdle = held.length > 0 && held.every(({ status }) => status === 'SUSPENDED');
  return isIdle && !isLetGo ? 'all of it is suspended' : undefined;
}

/** Notes what else a customer's people could be asked about, when it begins and when it is over. */
export function otherDeadlines(note: (seen: Seen) => void) {
  const open = new Map<string, { readonly domain: string; readonly what: string }>();
  return (at: number, customerId: string, held: readonly Subscription[], isLetGo: boolean): void => {
    const [before, what] = [open.get(customerId), whatOf(held, isLetGo)];
    if (before?.what === what) return;
    if (before) note({ kind: 'other deadline', at, ...before, isOpen: false });
    open.delete(customerId);
    const domain = held[0]?.customerDomain;
    if (what === undefined || domain === undefined) return;
    open.set(customerId, { domain, what });
    note({ kind: 'other deadline', at, domain, what, isOpen: true });
  };
}
