import { waiting, WAITING_SCREENS, type WaitingScreen } from '@desk/contract/waiting';
import { useServerEvent } from '../../api/events.ts';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { useMailHoldEvents } from '../../parts/mail/mail-hold-switch.ts';

const FRESH_MS = 60_000;
/** While messages are held, hundreds may be written in a moment. */
const REST_MS = 5_000;

export interface WaitingCount {
  readonly count: number;
  readonly is_late: boolean;
}

/** What waits for the person on the screens of the menu; asked at start, and when the server tells that it changed. */
export function useWaiting(): ReadonlyMap<string, WaitingCount> {
  const session = useSession();
  const counted: readonly string[] = WAITING_SCREENS satisfies readonly WaitingScreen[];
  const enabled =
    session !== undefined &&
    session.role !== 'CUSTOMER' &&
    session.menu.some(({ to_route }) => counted.includes(to_route));
  const { data, refetch } = useCall(waiting.counts, {}, { enabled, fresh: FRESH_MS });
  const has = (screen: WaitingScreen) => enabled && session.menu.some(({ to_route }) => to_route === screen);
  const again = useStable(() => {
    if (enabled) void refetch();
  });
  useServerEvent('waiting', again);
  useServerEvent(has('jobs') ? 'jobs' : undefined, again);
  useMailHoldEvents(again, { restMs: REST_MS, enabled: has('mail_log') });
  return new Map(enabled ? data?.waiting.map((one) => [one.screen, one]) : []);
}
