import * as z from 'zod/mini';
import { dayIn } from '../../platform/time/days.ts';

const text = z._default(z.nullable(z.string()), null);
/** int64 comes as text, int32 as a number, and Google's pages show both for the same field. */
const whole = z.pipe(
  z.union([z.string().check(z.regex(/^\d{1,15}$/)), z.int().check(z.nonnegative(), z.lt(1e15))]),
  z.transform(Number),
);
const count = z._default(z.nullable(whole), null);
const flag = z._default(z.boolean(), false);

const Term = z.object({ startTime: count, endTime: count });
const Plan = z.object({ planName: text, isCommitmentPlan: flag, commitmentInterval: z.prefault(Term, {}) });
const Seats = z.object({ numberOfSeats: count, maximumNumberOfSeats: count, licensedNumberOfSeats: count });

const WireSubscription = z.object({
  subscriptionId: z.string(),
  customerId: z.string(),
  customerDomain: text,
  skuId: z.string(),
  skuName: text,
  status: text,
  billingMethod: text,
  creationTime: count,
  plan: z.prefault(Plan, {}),
  seats: z.prefault(Seats, {}),
  renewalSettings: z.prefault(z.object({ renewalType: text }), {}),
  trialSettings: z.prefault(z.object({ isInTrial: flag, trialEndTime: count }), {}),
  purchaseOrderId: text,
  dealCode: text,
  suspensionReasons: z._default(z.array(z.string()), []),
});

/**
 * A subscription as Google tells it. Words are Google's own and may be new ones (`status`, `planName`, `renewalType`,
 * `suspensionReasons`); days are `YYYY-MM-DD` of the business time zone; null is what Google did not say.
 */
export interface GoogleSubscription {
  /** Changes on an upgrade: no key. */
  readonly subscriptionId: string;
  readonly customerId: string;
  readonly customerDomain: string | null;
  readonly skuId: string;
  /** Google renames these: show it, key on skuId. */
  readonly skuName: string | null;
  readonly status: string | null;
  readonly billingMethod: string | null;
  readonly createdOn: string | null;
  /** ANNUAL (paid monthly), ANNUAL_YEARLY_PAY, FLEXIBLE, TRIAL, FREE, … */
  readonly planName: string | null;
  readonly isCommitmentPlan: boolean;
  /** Null for offline billing and for plans without a commitment. */
  readonly termStartsOn: string | null;
  /** The day on which the next term begins: Google's renewal date. */
  readonly termEndsOn: string | null;
  /** The instant itself. */
  readonly termEndsAt: Date | null;
  /** Committed total, annual plans. */
  readonly numberOfSeats: number | null;
  /** Ceiling, flexible and trial plans. */
  readonly maximumNumberOfSeats: number | null;
  /** Assigned to users, read-only. */
  readonly licensedNumberOfSeats: number | null;
  readonly renewalType: string | null;
  readonly isInTrial: boolean;
  readonly trialEndsOn: string | null;
  readonly trialEndsAt: Date | null;
  readonly purchaseOrderId: string | null;
  readonly dealCode: string | null;
  readonly suspensionReasons: readonly string[];
}

function plain(wire: z.output<typeof WireSubscription>, timeZone: string): GoogleSubscription {
  const { creationTime, plan, seats, renewalSettings, trialSettings, ...same } = wire;
  const instant = (ms: number | null) => (ms === null ? null : new Date(ms));
  const day = (ms: number | null) => (ms === null ? null : dayIn(timeZone, new Date(ms)));
  return {
    ...same,
    ...seats,
    createdOn: day(creationTime),
    planName: plan.planName,
    isCommitmentPlan: plan.isCommitmentPlan,
    termStartsOn: day(plan.commitmentInterval.startTime),
    termEndsOn: day(plan.commitmentInterval.endTime),
    termEndsAt: instant(plan.commitmentInterval.endTime),
    renewalType: renewalSettings.renewalType,
    isInTrial: trialSettings.isInTrial,
    trialEndsOn: day(trialSettings.trialEndTime),
    trialEndsAt: instant(trialSettings.trialEndTime),
  };
}

/** The schema of one subscription in an answer. */
export const subscriptionIn = (timeZone: string) =>
  z.pipe(
    WireSubscription,
    z.transform((wire) => plain(wire, timeZone)),
  );

export interface GooglePage {
  readonly subscriptions: readonly GoogleSubscription[];
  /** Absent on the last page. */
  readonly nextPageToken?: string | undefined;
}

/** The schema of a page; Google leaves the list out when it is empty. */
export const pageIn = (timeZone: string) =>
  z.object({ subscriptions: z._default(z.array(subscriptionIn(timeZone)), []), nextPageToken: z.optional(z.string()) });
