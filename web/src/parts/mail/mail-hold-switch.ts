import { mailLog, type MailSwitch } from '@desk/contract/mail-log';
import { useEffect, useRef } from 'react';
import { useServerEvent } from '../../api/events.ts';
import { useCall } from '../../api/hooks.ts';
import { useSession } from '../../api/session.ts';
import { instant } from '../../kit/text/format.ts';
import { useStable } from '../../kit/browser/use-stable.ts';

const FRESH_MS = 60_000;
/** Events refresh the switch at once; the interval covers lost ones. */
const AGAIN_MS = 30_000;
const GATHER_MS = 500;

/** Whether outgoing messages are held. One answer for the whole app, which the chip keeps fresh; customers never ask. */
export function useMailHold() {
  const session = useSession();
  const isStaff = session !== undefined && session.role !== 'CUSTOMER';
  return useCall(mailLog.state, {}, { enabled: isStaff, fresh: FRESH_MS, again: () => AGAIN_MS });
}

/**
 * Hears that messages were written or left. Hundreds may leave in a moment: of many at once the last one is heard.
 * @param restMs between one time and the next, for what is dear to ask. `enabled` false: not at all.
 */
export function useMailHoldEvents(handler: () => void, { restMs = GATHER_MS, enabled = true } = {}): void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const last = useRef(-Infinity);
  useEffect(() => () => clearTimeout(timer.current), []);
  const gathered = useStable(() => {
    timer.current = undefined;
    last.current = performance.now();
    handler();
  });
  const news = useStable(() => {
    timer.current ??= setTimeout(gathered, Math.max(GATHER_MS, last.current + restMs - performance.now()));
  });
  useServerEvent(enabled ? 'mail' : undefined, news);
}

/** "since 21 Nov 2026, 14:05 by asha@desk.example". */
export const sinceWords = ({ since, by }: MailSwitch): string => `since ${instant(since)} by ${by ?? 'the server'}`;
