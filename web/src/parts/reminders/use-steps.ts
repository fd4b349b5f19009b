import type { ReminderStep } from '@desk/contract/renewal-work/reminders';
import { useState } from 'react';
import { stepSentence } from './reminder-words.ts';

/** A step as it is being written; its number stays while it is changed. */
export interface Placed {
  readonly at: number;
  readonly step: ReminderStep;
}

/** The earliest first, whatever order they were written in. */
const inOrder = (placed: readonly Placed[]): readonly Placed[] =>
  placed.toSorted((one, other) => other.step.days_before - one.step.days_before || one.at - other.at);

/** The steps as they are being written, and what was done to them last, in words. */
export function useSteps(start: readonly ReminderStep[]) {
  const [placed, setPlaced] = useState<readonly Placed[]>(() => inOrder(start.map((step, at) => ({ at, step }))));
  const [news, setNews] = useState('');
  const put = (next: readonly Placed[], words: string) => {
    setPlaced(inOrder(next));
    setNews(words);
  };
  const steps = placed.map(({ step }) => step);
  return {
    placed,
    steps,
    news,
    dirty: JSON.stringify(steps) !== JSON.stringify(inOrder(start.map((step, at) => ({ at, step }))).map(({ step }) => step)), // prettier-ignore
    add: (step: ReminderStep) =>
      put([...placed, { at: Math.max(-1, ...placed.map(({ at }) => at)) + 1, step }], `Added: ${stepSentence(step)}`),
    change: (at: number, step: ReminderStep) =>
      put(placed.map((one) => (one.at === at ? { at, step } : one)), `Changed: ${stepSentence(step)}`), // prettier-ignore
    remove: (at: number) => {
      const gone = placed.find((one) => one.at === at);
      if (gone) put(placed.filter((one) => one !== gone), `Removed: ${stepSentence(gone.step)}`); // prettier-ignore
    },
  };
}
