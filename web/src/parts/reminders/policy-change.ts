import { IfNobodyActs } from '@desk/contract/rules/if-nobody-acts';
import { Segment } from '@desk/contract/words/lists';
import { ReminderChannel, ReminderPurpose, ReminderRecipient } from '@desk/contract/words/reach';
import * as z from 'zod/mini';
import { stepSentence } from './reminder-words.ts';

/** Steps as the audit log keeps them. */
const StoredSteps = z.array(
  z.object({
    ...{ key: z.string(), daysBefore: z.number(), purpose: z._default(ReminderPurpose, 'decision') },
    ...{ outcomes: z.array(IfNobodyActs), segments: z.array(Segment), channel: ReminderChannel, to: ReminderRecipient },
    ...{ subject: z.string(), text: z.string() },
  }),
);
type StoredStep = z.output<typeof StoredSteps>[number];

function parsed(value: string | null): readonly StoredStep[] | undefined {
  try {
    return StoredSteps.parse(value === null ? [] : JSON.parse(value));
  } catch {
    return undefined;
  }
}

/** A sentence does not tell the words of its mail: a step that only says something else than before would read as it did. */
const isReworded = (step: StoredStep, before: readonly StoredStep[]): boolean =>
  before.some(({ key, subject, text }) => key === step.key && (subject !== step.subject || text !== step.text));

const sentenceOf = (step: StoredStep, before: readonly StoredStep[]): string =>
  `${stepSentence({ ...step, days_before: step.daysBefore })}${isReworded(step, before) ? ' (reworded)' : ''}`;

const sentencesOf = (steps: readonly StoredStep[], before: readonly StoredStep[] = []): string | null =>
  steps.length === 0 ? null : steps.map((step) => sentenceOf(step, before)).join('; ');

interface Change {
  readonly field: string;
  readonly old: string | null;
  readonly new: string | null;
}

/** The steps of a policy as sentences, before and after; what cannot be read stays as it was written. */
export function policyChange(change: Change): Change {
  const [before, after] = [parsed(change.old), parsed(change.new)];
  return before && after ? { ...change, old: sentencesOf(before), new: sentencesOf(after, before) } : change;
}
