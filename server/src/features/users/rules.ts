/** Tells somebody what became of their registration; `loginUrl` where the desk knows its own address. */
export const decisionMail = (status: 'ACTIVE' | 'REJECTED', brand: string, loginUrl: string | undefined) =>
  status === 'ACTIVE'
    ? {
        subject: `${brand}: your account was approved`,
        body: `Your account was approved. You can log in now${loginUrl === undefined ? '.' : `:\n\n${loginUrl}`}\n`,
      }
    : {
        subject: `${brand}: your registration was declined`,
        body: 'Your registration was looked at and declined. If you think that this is a mistake, please call us.\n',
      };

/** Whether two lists of keys, each key once, hold the same. */
export const isSameSet = (one: readonly number[], other: readonly number[]): boolean =>
  one.length === other.length && new Set([...one, ...other]).size === one.length;

/** What was given of some values: those that are undefined are left out, and so left as they are. */
export const given = <Values extends object>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Values]?: Exclude<Values[Name], undefined>;
  };
