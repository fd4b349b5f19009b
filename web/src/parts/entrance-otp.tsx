import { useEffect, useState } from 'react';
import { access } from '@desk/contract/access';
import * as z from 'zod/mini';
import { BusyButton } from '../kit/busy-button.tsx';
import { now } from '../kit/clock.ts';
import { Note } from './entrance.tsx';

/** So long after an OTP the server sends no other one; it answers all the same. */
const RESEND_SECONDS = 60;

/** The e-mail as it is sent; undefined while what is typed is none. */
export function emailOf(typed: string): string | undefined {
  const read = z.safeParse(access.sendOtp.body.shape.email, typed);
  return read.success ? read.data : undefined;
}

/** Until another OTP may be asked for, given when the last one was (milliseconds since 1970). */
export const secondsLeft = (askedAt: number): number =>
  Math.max(0, Math.ceil((askedAt - now()) / 1000) + RESEND_SECONDS);

/**
 * Where the OTP is to be looked for. Whether one was sent just now only the server knows: a page that was loaded again asks
 * within the minute in which there is no other one.
 */
export const OtpNote = ({ email, provided }: { email: string; provided?: string }) => (
  <Note>
    {provided === undefined ? 'An' : `If ${provided}, an`} OTP is on its way to {email}, unless one was mailed there
    within the last minute. The newest OTP that was mailed to you holds.
  </Note>
);

interface Props {
  words: string;
  /** When the last OTP was asked for, in milliseconds since 1970. */
  askedAt: number;
  busy: boolean;
  onClick: () => void;
}

/** Asks for another OTP once the server would send one; until then it counts down and keeps its place for the keyboard. */
export function ResendButton({ words, askedAt, busy, onClick }: Props) {
  const [, setTicks] = useState(0);
  const left = secondsLeft(askedAt);
  const waiting = left > 0;
  useEffect(() => {
    if (!waiting) return;
    const clock = setInterval(() => setTicks((ticks) => ticks + 1), 1000);
    return () => clearInterval(clock);
  }, [waiting]);
  return (
    <>
      <BusyButton
        variant="default"
        busy={busy}
        {...(waiting ? { 'aria-disabled': true, 'data-disabled': true } : { onClick })}
      >
        {waiting ? `${words} in ${String(left)} s` : words}
      </BusyButton>
      <span role="status" className="visually-hidden">
        {!waiting && 'You can ask for another OTP now.'}
      </span>
    </>
  );
}
