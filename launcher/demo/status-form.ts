import { AGREEMENT_DEFAULT_BELOW, CommentForm, fieldSetOf } from '../../contract/src/follow-up.ts';
import type { LossReason, RenewalStatus } from '../../contract/src/words/lists.ts';
import { addDays, addMonths } from '../../server/src/platform/time/days.ts';
import type { SeededRandom } from '../../simulators/world/seeded-random.ts';
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

const priceOf = (pricePerSeat: number, random: SeededRandom): string =>
  String(Math.round(pricePerSeat * (0.9 + random.fraction() / 8)));

function priceFields({ seats, pricePerSeat }: Facts, random: SeededRandom): Fields {
  if (seats <= 20 || !random.chance(0.3)) return { priceType: 'price', price: priceOf(pricePerSeat, random) };
  const upto20 = Number(priceOf(pricePerSeat, random));
  return { priceType: 'split_price', upto20: String(upto20), above20: String(Math.round(upto20 * 0.94)) };
}

function supportFields({ termEnd, rupees }: Facts, random: SeededRandom): Fields {
  if (random.chance(0.6)) return {};
  if (random.chance(0.7)) {
    const support_package = random.oneOf(['Basic', 'Standard', 'Professional']);
    return {
      supportType: 'support',
      support_package,
      support_price: String(Math.round((random.between(4, 60) * 500) / rupees)),
    };
  }
  return {
    supportType: 'managed_service',
    managed_service_start_date: termEnd,
    managed_service_end_date: addDays(addMonths(termEnd, 12), -1),
    managed_service_price: random.oneOf(['Paid', 'Un Paid']),
    managed_service_type: random.oneOf(['Dedicated Remote', 'Dedicated Onsite', 'Ent(Remote Shared)']),
  };
}

function confirmation(status: Status, facts: Facts, random: SeededRandom): Fields {
  const more = status.includes('Upgrade') ? random.between(2, Math.max(4, Math.round(facts.seats * 0.2))) : 0;
  const isSmall = facts.seats < AGREEMENT_DEFAULT_BELOW && more < AGREEMENT_DEFAULT_BELOW;
  const taskOfClosed = random.weighted([
    [8, 'Done'],
    [1, 'Error'],
    [1, 'Cancelled'],
  ] as const);
  return {
    add_lic: String(more),
    aggrement: isSmall ? 'N/A' : facts.isClosed ? 'Signed' : random.oneOf(['Sent', 'Signed', 'Pending']),
    com_next_renewal_date: addMonths(facts.termEnd, 12),
    renewal_type: 'Actual Renewal',
    task_status: facts.isClosed ? taskOfClosed : random.oneOf(['', 'In-Progress', 'On-Hold', 'Done']),
    ...priceFields(facts, random),
    ...supportFields(facts, random),
  };
}

function ownFields(status: Status, facts: Facts, random: SeededRandom): Fields {
  switch (fieldSetOf(status)) {
    case 'confirmation':
      return confirmation(status, facts, random);
    case 'extension':
      return { extension_date: addDays(facts.termEnd, random.between(10, 45)) };
    case 'lost':
      return {
        reason: random.oneOf(['Move to other vendor', 'Move to other service']),
        sub_reason: random.oneOf(['Price Issue', 'Support Issue']),
      };
    case 'suspended':
      return {
        suspend_reason: random.oneOf(WHY_SUSPENDED),
        suspend_reason_text: random.oneOf(['', 'Reminders were sent by mail and by phone.', 'Accounts informed.']),
      };
    case 'none':
      return {};
  }
}

const flagOf = (status: Status, random: SeededRandom): string => {
  if (fieldSetOf(status) === 'confirmation') return 'Green';
  return status === 'In Discussion' || status === 'Extension'
    ? random.oneOf(['Orange', 'Orange', 'Green', 'Red'])
    : 'Red';
};

/** The comment form as a member fills it in for a status; it holds what the product itself would accept. */
export function fillIn(status: Status, facts: Facts, random: SeededRandom): CommentForm {
  return CommentForm.parse({
    highlight: flagOf(status, random),
    status,
    special_comments: random.chance(0.15) ? random.oneOf(REMARKS) : '',
    ...ownFields(status, facts, random),
  });
}
