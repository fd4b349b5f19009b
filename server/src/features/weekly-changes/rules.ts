import { annualValue, type ValueFacts } from '@desk/contract/rules/annual-value';
import type { Stage } from '@desk/contract/rules/standing';

/** A renewal as it stood when the week began, and as it stands now. */
export interface Compared {
  readonly from: Stage;
  readonly to: Stage;
  readonly before: ValueFacts;
  readonly now: ValueFacts;
  readonly currency: string;
}

/** What it was worth a year and what it is; undefined where nothing has changed. */
export function changeOf({ from, to, before, now, currency }: Compared) {
  const [was, is] = [annualValue(before) ?? null, annualValue(now) ?? null];
  if (from === to && was === is) return undefined;
  // A price that was not known before, or is not now, is no difference in money.
  const difference = was === null || is === null ? null : is - was;
  return { from, to, was, is, counted: { currency, value: from === to ? difference : (is ?? was) } };
}
