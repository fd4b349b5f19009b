import { useEffect, useState } from 'react';
import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import * as z from 'zod/mini';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { now } from '../../kit/text/clock.ts';
import { Note } from './login-page.tsx';

/** So long after an OTP the server sends no other one. */
const RESEND_SECONDS = 60;

/** An OTP that was asked for: to which e-mail, and as of when (milliseconds since 1970); `before`: it was sent some time ago. */
export interface AskedOtp {
  email: string;
  at: number;
  before: boolean;
  /** None was sent: too many were already. */
  tooMany?: boolean;
}
export const NO_OTP: AskedOtp = { email: '', at: 0, before: false };

/** The server's answer to the last request for an OTP. */
export const askedOtp = (email: string, answer: ReplyOf<typeof access.sendOtp>): AskedOtp => ({
  email,
  at: now() - (RESEND_SECONDS - answer.again_in) * 1000,
  before: answer.already_sent,
});

/** No more OTPs are sent to that e-mail for a while; a mail of before still helps. */
export const refusedOtp = (email: string): AskedOtp => ({ email, at: now(), before: false, tooMany: true });

/** The e-mail as it is sent; undefined while what is typed is none. */
export function emailOf(typed: string): string | undefined {
  const read = z.safeParse(access.sendOtp.body.shape.email, typed);
  return read.success ? read.data : undefined;
}

/** Until another OTP may be asked for, given when the last one was (milliseconds since 1970). */
export const secondsLeft = (askedAt: number): number =>
  Math.max(0, Math.ceil((askedAt - now()) / 1000) + RESEND_SECONDS);

/** Where the OTP is to be looked for; within a minute the server sends no second one, and says so. */
export const OtpNote = ({ email, before, tooMany = false }: AskedOtp) =>
  tooMany ? (
    <Note>
      Too many OTPs were asked for: no other one is sent to {email} for now. Look for a mail of the last 24 hours about
      a new password, and type the longer code that stands in it.
    </Note>
  ) : (
    <Note>
      {before
        ? `An OTP was mailed to ${email} less than a minute ago: it holds, and no other one was sent.`
        : `An OTP is on its way to ${email}.`}{' '}
      The newest OTP that was mailed to you holds.
    </Note>
  );

/** The same for staff, who are never told whether e-mail and password were right: what to do where no OTP comes. */
export const StaffOtpNote = ({ email }: { email: string }) => (
  <Note>
    If e-mail and password are right, an OTP is on its way to {email}, unless one was mailed there within the last
    minute. The newest OTP that was mailed to you holds. If none comes within a minute or two, look among the unwanted
    mails, check e-mail and password and press Send OTP again, or choose Forgot Password.
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
      <BusyButton variant="default" busy={busy} {...(waiting ? { 'aria-disabled': true } : { onClick })}>
        {waiting ? `${words} in ${String(left)} s` : words}
      </BusyButton>
      <span role="status" className="visually-hidden">
        {!waiting && 'You can ask for another OTP now.'}
      </span>
    </>
  );
}
