import type { UserRow } from '@desk/contract/users';

type Status = UserRow['status'];

/** The decisions about a person that can be taken back. */
export const DECISIONS: readonly string[] = ['user_approved', 'user_rejected'];

const MISTAKE = 'If you think that this is a mistake, please call us.';
const because = (reason: string | undefined) => (reason === undefined || reason === '' ? '' : `Reason: ${reason}\n\n`);

interface Told {
  brand: string;
  /** Where the desk knows its own address. */
  loginUrl: string | undefined;
  reason?: string | undefined;
}

const wayIn = (loginUrl: string | undefined) =>
  `You can log in now${loginUrl === undefined ? '.' : `:\n\n${loginUrl}`}\n`;

/** Tells somebody what became of their registration. */
export const decisionMail = (status: 'ACTIVE' | 'REJECTED', { brand, loginUrl, reason }: Told) =>
  status === 'ACTIVE'
    ? { subject: `${brand}: your account was approved`, body: `Your account was approved. ${wayIn(loginUrl)}` }
    : {
        subject: `${brand}: your registration was declined`,
        body: `Your registration was looked at and declined.\n\n${because(reason)}${MISTAKE}\n`,
      };

/** Tells somebody that what they were told of their registration holds no longer. */
export const takenBackMail = ({ brand }: Told) => ({
  subject: `${brand}: your registration is looked at again`,
  body: 'What we told you about your registration was taken back: it is looked at again, and we will write to you.\n',
});

/** Tells somebody how their account stands now; undefined where nothing of it concerns them. */
export function statusMail(from: Status, to: Status, told: Told) {
  const { brand, loginUrl, reason } = told;
  if (from === to) return undefined;
  if (to === 'PENDING') return takenBackMail(told);
  if (to === 'REJECTED') return decisionMail('REJECTED', told);
  if (to === 'SUSPENDED')
    return {
      subject: `${brand}: your account was suspended`,
      body: `Your account was suspended: you cannot log in until it is active again.\n\n${because(reason)}${MISTAKE}\n`,
    };
  return from === 'SUSPENDED'
    ? { subject: `${brand}: your account is active again`, body: `Your account is active again. ${wayIn(loginUrl)}` }
    : decisionMail('ACTIVE', told);
}

/** Whether two lists of keys, each key once, hold the same. */
export const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** What was given of some values: those that are undefined are left out, and so left as they are. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
