import classes from './badge.module.css';

export type Tone = 'good' | 'attention' | 'bad' | 'quiet' | 'progress' | 'plan';

/** A shape beside the colour, so that the state is told without it. */
const SHAPES: Record<Tone, string> = { good: '●', attention: '▲', bad: '■', quiet: '○', progress: '◆', plan: '' };

const TONES: Record<Tone, readonly string[]> = {
  good: ['Green', 'ACTIVE', 'Signed', 'Done', 'Closed', 'sent', 'done', 'new', 'paid'],
  attention: [
    'Orange',
    'Pending',
    'PENDING',
    'In-Progress',
    'On-Hold',
    'On Hold',
    'Escalated',
    'In Discussion',
    'Extension',
    'queued',
    'running',
    'unknown',
  ],
  bad: ['Red', 'REJECTED', 'Lost', 'Error', 'Moved to O365', 'failed', 'wrong', 'refused', 'overdue'],
  quiet: ['SUSPENDED', 'Cancelled', 'N/A', 'unchanged'],
  progress: [
    'Confirmation Received',
    'Confirmation received for flex',
    'Partial Upgrade',
    'Upgrade',
    'Mid Term Upgrade',
    'Open',
    'Sent',
    'changed',
    'submitted',
  ],
  plan: ['FREE', 'FLEXIBLE', 'ANNUAL', 'ANNUAL_YEARLY_PAY', 'ANNUAL_MONTHLY_PAY'],
};

const toneByWord = new Map(
  (Object.entries(TONES) as [Tone, readonly string[]][]).flatMap(([tone, words]) => words.map((w) => [w, tone])),
);

/** A code as a reader writes it: `ACTIVE` is "Active", `PENDING_TRANSFER` "Pending transfer". Other words stay as they are. */
export function inWords(code: string): string {
  if (!/^[A-Z]{4,}(_[A-Z]+)*$/.test(code)) return code;
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}

interface BadgeProps {
  /** The server's own word. */
  word: string;
  tone?: Tone;
  /** Shown in place of the word. */
  children?: string;
}

/** A word the product does not know is quiet. */
export function Badge({ word, tone = toneByWord.get(word) ?? 'quiet', children = inWords(word) }: BadgeProps) {
  return (
    <span className={classes.badge} data-tone={tone}>
      {SHAPES[tone] !== '' && <span aria-hidden="true">{SHAPES[tone]}</span>}
      <span className={classes.word} title={children}>
        {children}
      </span>
    </span>
  );
}

/** Several words of one kind, as chips. */
export const Badges = ({ words, tone }: { words: readonly string[]; tone: Tone }) => (
  <span className={classes.badges}>
    {words.map((word) => (
      <Badge key={word} word={word} tone={tone} />
    ))}
  </span>
);
