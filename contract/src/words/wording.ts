import * as z from 'zod/mini';

type Issue = z.core.$ZodRawIssue;

/** Messages for a value of the wrong type, by the type that the schema expects. */
const WANTED: Readonly<Record<string, string>> = {
  string: 'Enter text',
  number: 'Enter a number',
  int: 'Enter a whole number',
  boolean: 'Say true or false',
  array: 'Send a list',
  object: 'Send an object with its fields',
  record: 'Send an object with its fields',
  null: 'Leave it empty (null)',
};

/** A number with a format of its own is a whole one. */
const isWhole = ({ inst }: Issue): boolean => (inst?._zod.def as { format?: string } | undefined)?.format === 'safeint';

const listed = (values: readonly unknown[]): string | undefined => {
  const words = values.filter((value) => value !== '').map(String);
  if (words.length === 0) return undefined;
  return words.length === 1 ? `Only ${String(words[0])} is taken` : `Choose one of: ${words.join(', ')}`;
};

const UNITS: Readonly<Record<string, string>> = { string: 'characters', array: 'entries', number: '', int: '' };
type Bound = 'At least' | 'More than' | 'At most' | 'Less than';
const bounded = (how: Bound, limit: number | bigint, origin: string): string =>
  `${how} ${limit.toLocaleString('en-IN')} ${UNITS[origin] ?? ''}`.trimEnd();
const least = ({ inclusive, minimum, origin }: Extract<Issue, { code: 'too_small' }>) =>
  bounded(inclusive === false ? 'More than' : 'At least', minimum, origin);
const most = ({ inclusive, maximum, origin }: Extract<Issue, { code: 'too_big' }>) =>
  bounded(inclusive === false ? 'Less than' : 'At most', maximum, origin);

/** The message of a union: one per alternative; that a field may stay empty goes without saying. */
function eitherOf(errors: readonly (readonly { message: string }[])[]): string | undefined {
  const ways = new Set(errors.flatMap((issues) => issues.slice(0, 1)).map(({ message }) => message));
  ways.delete(EMPTY);
  return ways.size === 0 ? undefined : [...ways].join(', or: ');
}
const EMPTY = 'Leave it empty';

function wordsOf(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return isWhole(issue) ? WANTED['int'] : WANTED[issue.expected];
    case 'invalid_value':
      return listed(issue.values) ?? EMPTY;
    case 'too_small':
      return least(issue);
    case 'too_big':
      return most(issue);
    case 'unrecognized_keys':
      return `There is no field ${issue.keys.join(', ')} here`;
    case 'invalid_union':
      return eitherOf(issue.errors);
    default:
      return undefined;
  }
}

/** A schema that has no words of its own for a wrong value says what it wants: "Invalid input" helps nobody. */
z.config({ customError: wordsOf });
