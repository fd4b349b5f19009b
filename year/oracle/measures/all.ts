import type { IndexedRun } from '../history.ts';
import { lateAlerts, noise } from './alerts.ts';
import { lastSafeDays } from './days.ts';
import { honesty } from './honesty.ts';
import { orphanDays, unassigned } from './lists.ts';
import { lostRenewals, notLost } from './lost.ts';
import { notBuilt, type Measure } from './measure.ts';
import { doubledCalls, twoStepPlans, unverified } from './provider.ts';
import { duplicateReminders, missedReminders, remindersAfterStop } from './reminders.ts';
import { silentShrinks } from './shrink.ts';
import { unwantedRenewals } from './unwanted.ts';
import { work } from './work.ts';

/** All measures, in the order of the design's table; the last safe day that is shown, on which all else rests, beside its alerts. */
export const measuresOf = (indexed: IndexedRun): readonly Measure[] => [
  lostRenewals(indexed),
  notLost(indexed),
  unwantedRenewals(indexed),
  silentShrinks(indexed),
  orphanDays(indexed),
  unassigned(indexed),
  duplicateReminders(indexed),
  remindersAfterStop(indexed),
  missedReminders(indexed),
  lastSafeDays(indexed),
  lateAlerts(indexed),
  noise(indexed),
  unverified(indexed),
  twoStepPlans(indexed),
  doubledCalls(indexed),
  notBuilt(
    'Drift',
    '100 % · 0 · ≤ 5 min by event, ≤ 24 h without',
    'A queue of differences, by event and by time (T6), is not built.',
  ),
  notBuilt('Money', 'equal to the paisa', 'The price book (T8) and its ledger are not built.'),
  notBuilt('Forecast', 'exact, but for changes after −30 days', 'The forecast in money (T9) is not built.'),
  notBuilt('Undo', '100 % · 0', 'Bulk changes that can be undone (T7) are not built.'),
  work(indexed),
  honesty(indexed),
];
