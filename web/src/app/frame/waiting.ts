import { waiting, WAITING_SCREENS, type WaitingScreen } from '@desk/contract/waiting';
import { useServerEvent } from '../../api/events.ts';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useMailHoldEvents } from '../../parts/mail/mail-hold-switch.ts';
import { useShownMenu } from '../menu/shown-menu.ts';

const FRESH_MS = 60_000;
/** While messages are held, hundreds may be written in a moment. */
const REST_MS = 5_000;

export interface WaitingCount {
  readonly count: number;
  readonly is_late: boolean;
}

/** What waits for the person on the screens of the menu; asked at start, and when the server tells that it changed. */
export function useWaiting(): ReadonlyMap<string, WaitingCount> {
  const isStaff = useSession()?.role !== 'CUSTOMER';
  const menu = useShownMenu();
  const has = (screen: WaitingScreen) => isStaff && menu.some(({ to_route }) => to_route === screen);
  const enabled = WAITING_SCREENS.some(has);
  // Days pass, and what others do moves work, without a word from the server.
  const again = has('my_day') ? () => FRESH_MS : undefined;
  const { data, refetch } = useCall(waiting.counts, {}, { enabled, fresh: FRESH_MS, ...(again && { again }) });
  const ask = useStable(() => {
    if (enabled) void refetch();
  });
  useServerEvent('waiting', ask);
  useServerEvent(has('jobs') ? 'jobs' : undefined, ask);
  useMailHoldEvents(ask, { restMs: REST_MS, enabled: has('mail_log') });
  return new Map(enabled ? data?.waiting.map((one) => [one.screen, one]) : []);
}
