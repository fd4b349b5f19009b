import type { UserRow } from '@desk/contract/users';
import { composeMail, ifMistaken, pageUrl, type Sender } from '../../platform/mail/content.ts';
import { reasonLine } from '../../platform/mail/text.ts';

type Status = UserRow['status'];

/** The decisions about a person that can be taken back. */
export const DECISIONS: readonly string[] = ['user_approved', 'user_rejected'];

interface MailFacts extends Sender {
  reason?: string | undefined;
}

const wayIn = (facts: MailFacts) => ({ button: 'Log in', href: pageUrl(facts, '/') });

/** Tells somebody what became of their registration. */
export const decisionMail = (status: 'ACTIVE' | 'REJECTED', facts: MailFacts) =>
  status === 'ACTIVE'
    ? composeMail(
        `${facts.brand}: your account was approved`,
        'Your account was approved. You can log in now.',
        wayIn(facts),
      )
    : composeMail(
        `${facts.brand}: your registration was declined`,
        'Your registration was looked at and declined.',
        ...reasonLine(facts.reason),
        ifMistaken(facts),
      );

/** The mail that withdraws what somebody was told of their registration. */
export const takenBackMail = ({ brand }: MailFacts) =>
  composeMail(
    `${brand}: your registration is looked at again`,
    'What we told you about your registration was taken back: it is looked at again, and we will write to you.',
  );

/** Tells somebody how their account stands now; undefined where nothing of it concerns them. */
export function statusMail(from: Status, to: Status, facts: MailFacts) {
  const { brand, reason } = facts;
  if (from === to) return undefined;
  if (to === 'PENDING') return takenBackMail(facts);
  if (to === 'REJECTED') return decisionMail('REJECTED', facts);
  if (to === 'SUSPENDED')
    return composeMail(
      `${brand}: your account was suspended`,
      'Your account was suspended: you cannot log in until it is active again.',
      ...reasonLine(reason),
      ifMistaken(facts),
    );
  return from === 'SUSPENDED'
    ? composeMail(
        `${brand}: your account is active again`,
        'Your account is active again. You can log in now.',
        wayIn(facts),
      )
    : decisionMail('ACTIVE', facts);
}

/** Whether two lists of keys, each key once, hold the same. */
export const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** Drops undefined values, so that an update leaves those columns as they are. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };

/** So many digits tell a number; what stands before them is the country, or a zero. */
const TELLING = 10;
const tellingDigits = (phone: string): string => phone.replace(/\D/g, '').slice(-TELLING);

/** Whether two phone numbers are the same, however they are typed. */
export const isSameNumber = (one: string, other: string): boolean =>
  tellingDigits(one).length === TELLING && tellingDigits(one) === tellingDigits(other);
