import type { Facts, LiveInstruction } from '../facts.ts';
import { nextOf } from '../next.ts';
import { groupOf } from '../order.ts';

/** A Monday. */
export const TODAY = '2026-11-23';
const facts = (more: Partial<Facts> = {}): Facts => ({
  termEnd: '2026-12-15',
  lastSafeDay: '2026-12-11',
  openedOn: '2025-12-15',
  status: null,
  extensionDate: null,
  seats: 92,
  inUse: 74,
  spokeOn: null,
  asked: null,
  openMail: null,
  instruction: null,
  refused: null,
  isByHand: false,
  byItself: { outcome: 'shrinks', seats: 74 },
  planned: null,
  isUnreachable: false,
  isOver: false,
  restoreBy: null,
  ...more,
});
export const live = (more: Partial<LiveInstruction> = {}): LiveInstruction => ({
  ...{
    state: 'draft',
    outcome: 'renew',
    seats: 80,
    needsApproval: false,
    overdueSince: null,
    reason: null,
    isStuck: false,
  },
  ...more,
});
export const next = (more: Partial<Facts>, today = TODAY) => {
  const found = nextOf(facts(more), today);
  return { ...found, group: groupOf(found, today) };
};
