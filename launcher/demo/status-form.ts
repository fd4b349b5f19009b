import { AGREEMENT_DEFAULT_BELOW, CommentForm, fieldSetOf } from '../../contract/src/follow-up.ts';
import type { LossReason, RenewalStatus } from '../../contract/src/words/lists.ts';
import { addDays, addMonths } from '../../server/src/platform/time/days.ts';
import type { Dice } from '../../simulators/world/dice.ts';
import type * as z from 'zod/mini';

export type Status = z.infer<typeof RenewalStatus>;
type Fields = Record<string, string | boolean>;

/** Initial values of a renewal's form. `rupees`: how many make one of the currency in which is billed. */
export type Facts = { seats: number; pricePerSeat: number; rupees: number; termEnd: string; isClosed: boolean };

const WHY_SUSPENDED: readonly z.infer<typeof LossReason>[] = [
  'No confirmation',
  'Business Closed',
  'Confirmation recd not paid',
  'Client is not using the services',
  'Others',
];
const REMARKS = [
  'Invoice in the name of the parent company',
  'Customer wants the PO number on the invoice',
  'Bill to the Pune office from this term',
  'Send the licence certificate after processing',
  'Renew only after the purchase team has called',
];

const priceOf = (pricePerSeat: number, dice: Dice): string =>
  String(Math.round(pricePerSeat * (0.9 + dice.fraction() / 8)));

function priceFields({ seats, pricePerSeat }: Facts, dice: Dice): Fields {
  if (seats <= 20 || !dice.chance(0.3)) return { priceType: 'price', price: priceOf(pricePerSeat, dice) };
  const upto20 = Number(priceOf(pricePerSeat, dice));
  return { priceType: 'split_price', upto20: String(upto20), above20: String(Math.round(upto20 * 0.94)) };
}

function supportFields({ termEnd, rupees }: Facts, dice: Dice): Fields {
  if (dice.chance(0.6)) return {};
  if (dice.chance(0.7)) {
    const support_package = dice.oneOf(['Basic', 'Standard', 'Professional']);
    return {
      supportType: 'support',
      support_package,
      support_price: String(Math.round((dice.between(4, 60) * 500) / rupees)),
    };
  }
  return {
    supportType: 'managed_service',
    managed_service_start_date: termEnd,
    managed_service_end_date: addDays(addMonths(termEnd, 12), -1),
    managed_service_price: dice.oneOf(['Paid', 'Un Paid']),
    managed_service_type: dice.oneOf(['Dedicated Remote', 'Dedicated Onsite', 'Ent(Remote Shared)']),
  };
}

function confirmation(status: Status, facts: Facts, dice: Dice): Fields {
  const more = status.includes('Upgrade') ? dice.between(2, Math.max(4, Math.round(facts.seats * 0.2))) : 0;
  const isSmall = facts.seats < AGREEMENT_DEFAULT_BELOW && more < AGREEMENT_DEFAULT_BELOW;
  const taskOfClosed = dice.weighted([
    [8, 'Done'],
    [1, 'Error'],
    [1, 'Cancelled'],
  ] as const);
  return {
    add_lic: String(more),
    aggrement: isSmall ? 'N/A' : facts.isClosed ? 'Signed' : dice.oneOf(['Sent', 'Signed', 'Pending']),
    com_next_renewal_date: addMonths(facts.termEnd, 12),
    renewal_type: 'Actual Renewal',
    task_status: facts.isClosed ? taskOfClosed : dice.oneOf(['', 'In-Progress', 'On-Hold', 'Done']),
    ...priceFields(facts, dice),
    ...supportFields(facts, dice),
  };
}

function ownFields(status: Status, facts: Facts, dice: Dice): Fields {
  switch (fieldSetOf(status)) {
    case 'confirmation':
      return confirmation(status, facts, dice);
    case 'extension':
      return { extension_date: addDays(facts.termEnd, dice.between(10, 45)) };
    case 'lost':
      return {
        reason: dice.oneOf(['Move to other vendor', 'Move to other service']),
        sub_reason: dice.oneOf(['Price Issue', 'Support Issue']),
      };
    case 'suspended':
      return {
        suspend_reason: dice.oneOf(WHY_SUSPENDED),
        suspend_reason_text: dice.oneOf(['', 'Reminders were sent by mail and by phone.', 'Accounts informed.']),
      };
    case 'none':
      return {};
  }
}

const flagOf = (status: Status, dice: Dice): string => {
  if (fieldSetOf(status) === 'confirmation') return 'Green';
  return status === 'In Discussion' || status === 'Extension'
    ? dice.oneOf(['Orange', 'Orange', 'Green', 'Red'])
    : 'Red';
};

/** The comment form as a member fills it in for a status; it holds what the product itself would accept. */
export function fillIn(status: Status, facts: Facts, dice: Dice): CommentForm {
  return CommentForm.parse({
    highlight: flagOf(status, dice),
    status,
    special_comments: dice.chance(0.15) ? dice.oneOf(REMARKS) : '',
    ...ownFields(status, facts, dice),
  });
}
