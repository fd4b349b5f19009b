import { CommentForm, CONFIRMING, FIELDS_OF, fieldSetOf, type FieldSet } from '@desk/contract/follow-up';
import {
  AgreementStatus,
  ChurnReason,
  ChurnSubReason,
  DeploymentStatus,
  Flag,
  LossReason,
  ManagedServicePrice,
  ManagedServiceType,
  PriceType,
  RenewalStatus,
  RenewalType,
  SupportPackage,
  SupportType,
} from '@desk/contract/words/lists';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sentenceOf, workAfter, type RenewalFacts, type Work } from './rules.ts';

const renewal: RenewalFacts = {
  termEnd: '2027-04-01',
  skuName: 'Business Starter',
  numberOfSeats: 120,
  licensedSeats: 80,
  maximumSeats: null,
  agreementStatus: null,
};
const form = (fields: Record<string, unknown>): CommentForm => CommentForm.parse({ highlight: 'Green', ...fields });
const confirmed = (fields: Record<string, unknown> = {}) =>
  form({ status: 'Confirmation Received', add_lic: '5', ...fields });

const maybe = <T>(value: fc.Arbitrary<T>) => fc.oneof(fc.constant('' as const), value);
const one = ({ options }: { options: readonly string[] }) => maybe(fc.constantFrom(...options));
const amount = maybe(fc.constantFrom('0', '7', '136.5', '9999999999.99'));
const day = fc.constantFrom('2027-02-28', '2028-02-29', '2030-12-31');
/** Anything that a browser may send; every third or so is complete. */
const anyForm = fc
  .record({
    highlight: fc.constantFrom(...Flag.options),
    status: fc.constantFrom(...RenewalStatus.options),
    add_lic: fc.constantFrom('0', '5', '99'),
    aggrement: one(AgreementStatus),
    com_plan_name: maybe(fc.constant('Business Plus')),
    com_next_renewal_date: maybe(day),
    renewal_type: one(RenewalType),
    task_status: one(DeploymentStatus),
    priceType: one(PriceType),
    price: amount,
    upto20: amount,
    above20: amount,
    supportType: one(SupportType),
    support_price: amount,
    managed_service_price: one(ManagedServicePrice),
    extension_date: day,
    reason: fc.constantFrom(...ChurnReason.options),
    sub_reason: fc.constantFrom(...ChurnSubReason.options),
    suspend_reason: one(LossReason),
    suspend_reason_text: maybe(fc.string({ maxLength: 20 })),
    special_comments: maybe(fc.string({ maxLength: 20 })),
  })
  .map((fields) => CommentForm.parse(fields));
const anyRenewal = fc.record({
  termEnd: fc.constantFrom('2027-04-01', '2028-02-29', '2027-01-31'),
  skuName: fc.constant('Business Starter'),
  numberOfSeats: fc.option(fc.nat(2000)),
  licensedSeats: fc.option(fc.nat(2000)),
  maximumSeats: fc.option(fc.nat(2000)),
  agreementStatus: fc.option(fc.constantFrom(...AgreementStatus.options)),
});

const OWN: Record<FieldSet, readonly (keyof Work)[]> = {
  confirmation: [
    'addedLicences',
    'renewedLicences',
    'agreementStatus',
    'plannedSku',
    'nextRenewalDate',
    'renewalType',
    'priceType',
    'pricePerUser',
    'upto20',
    'above20',
    'supportCharge',
  ],
  extension: ['extensionDate'],
  lost: ['reason', 'subReason'],
  suspended: ['suspensionReason', 'suspensionText'],
  none: [],
};

test('a renewal holds the fields of its status and of no other', () => {
  fc.assert(
    fc.property(anyForm, anyRenewal, (filled, facts) => {
      const work = workAfter(filled, facts);
      const mine = fieldSetOf(filled.status);
      const foreign = Object.entries(OWN).flatMap(([set, columns]) => (set === mine ? [] : columns));
      expect(foreign.map((column) => work[column])).toEqual(foreign.map(() => null));
      expect(work).toMatchObject({ highlightCase: filled.highlight, confirmationStatus: filled.status });
    }),
  );
});

test('fields that the status hides change nothing, whatever the browser sends', () => {
  fc.assert(
    fc.property(anyForm, anyRenewal, (filled, facts) => {
      const hidden = Object.entries(FIELDS_OF).flatMap(([set, fields]) =>
        set === fieldSetOf(filled.status) ? [] : fields,
      );
      const bare = Object.fromEntries(Object.entries(filled).filter(([field]) => !hidden.includes(field as never)));
      expect(workAfter(CommentForm.parse(bare), facts)).toEqual(workAfter(filled, facts));
    }),
  );
});

test('a confirmed renewal keeps what it had and what was added, and one kind of price', () => {
  fc.assert(
    fc.property(anyForm, anyRenewal, (filled, facts) => {
      fc.pre(fieldSetOf(filled.status) === 'confirmation');
      const work = workAfter(filled, facts);
      const before = facts.numberOfSeats ?? facts.licensedSeats ?? 0;
      expect(work.renewedLicences).toBe(before + Number(filled.add_lic));
      expect(work.plannedSku).toBe(filled.com_plan_name === '' ? facts.skuName : filled.com_plan_name);
      if (work.priceType !== 'price') expect(work.pricePerUser).toBeNull();
      if (work.priceType !== 'split_price') expect([work.upto20, work.above20]).toEqual([null, null]);
      if (filled.com_next_renewal_date === '') expect(work.nextRenewalDate?.localeCompare(facts.termEnd)).toBe(1);
    }),
  );
});

test.each(CONFIRMING)('%s is a confirmation', (status) => {
  expect(workAfter(form({ status, add_lic: '5' }), renewal)).toMatchObject({ addedLicences: 5, renewedLicences: 125 });
});

test.each([
  ['', '2028-04-01'],
  ['Actual Renewal', '2028-04-01'],
  ['PDL', '2028-04-01'],
  ['24 months', '2029-04-01'],
  ['36 months', '2030-04-01'],
])('the next renewal of type "%s" is on %s unless another day is given', (renewal_type, expected) => {
  expect(workAfter(confirmed({ renewal_type }), renewal).nextRenewalDate).toBe(expected);
  const chosen = confirmed({ renewal_type, com_next_renewal_date: '2028-06-15' });
  expect(workAfter(chosen, renewal).nextRenewalDate).toBe('2028-06-15');
});

test('a term that ends on a leap day renews on the last day of February', () => {
  expect(workAfter(confirmed(), { ...renewal, termEnd: '2028-02-29' }).nextRenewalDate).toBe('2029-02-28');
});

test.each([
  ['99 seats', { maximumSeats: 99 }, 'N/A'],
  ['99 of them in use, the maximum unknown', { numberOfSeats: null, licensedSeats: 99 }, 'N/A'],
  ['100 seats', { maximumSeats: 100 }, null],
  ['100 seats and an agreement', { maximumSeats: 100, agreementStatus: 'Signed' as const }, 'Signed'],
])('an agreement left empty with %s is %s', (_what, facts, expected) => {
  expect(workAfter(confirmed(), { ...renewal, ...facts }).agreementStatus).toBe(expected);
  const chosen = workAfter(confirmed({ aggrement: 'Pending' }), { ...renewal, ...facts });
  expect(chosen.agreementStatus).toBe('Pending');
});

test('the support charge is an amount, or whether the managed service is paid', () => {
  const charge = (fields: Record<string, unknown>) => workAfter(confirmed(fields), renewal).supportCharge;
  const both = { support_price: '1500', managed_service_price: 'Un Paid' };

  expect(charge({ supportType: 'support', ...both })).toBe('1500.00');
  expect(charge({ supportType: 'managed_service', ...both })).toBe('Un Paid');
  expect(charge(both)).toBeNull();
});

test.each([
  [{ status: 'In Discussion' }, 'In Discussion'],
  [{ status: 'In Discussion', special_comments: 'Calls back' }, 'In Discussion – Calls back'],
  [
    { status: 'Lost', reason: 'Move to other vendor', sub_reason: 'Price Issue' },
    'Lost: Move to other vendor, Price Issue',
  ],
  [{ status: 'Extension', extension_date: '2027-05-09' }, 'Extension: until 09-05-2027'],
  [
    { status: 'Suspended', suspend_reason: 'Upgarded in another SKU', suspend_reason_text: 'since May' },
    'Suspended: Upgraded in another SKU, since May',
  ],
  [{ status: 'Suspended' }, 'Suspended'],
  [{ status: 'Upgrade', add_lic: '1' }, 'Upgrade: 1 licence added, Business Starter, next renewal 01-04-2028'],
  [
    { status: 'Partial Upgrade', add_lic: '0', seats_at_renewal: '80' },
    'Partial Upgrade: 0 licences added, 80 at renewal, Business Starter, next renewal 01-04-2028',
  ],
  [
    { status: 'Upgrade', add_lic: '1', supportType: 'support', support_package: SupportPackage.options[0] },
    `Upgrade: 1 licence added, Business Starter, next renewal 01-04-2028, support ${SupportPackage.options[0]}`,
  ],
  [
    {
      ...{ status: 'Upgrade', add_lic: '1', supportType: 'managed_service' },
      ...{ managed_service_type: ManagedServiceType.options[0], managed_service_start_date: '2027-04-01' },
      ...{ managed_service_end_date: '2028-03-31' },
    },
    `Upgrade: 1 licence added, Business Starter, next renewal 01-04-2028, managed service ${ManagedServiceType.options[0]}, from 01-04-2027, to 31-03-2028`,
  ],
])('the history says %j in one line', (fields, sentence) => {
  expect(sentenceOf(workAfter(form(fields), renewal), form(fields))).toBe(sentence);
});

test('the licences that the customer will have are those that were typed for the renewal, else what is there and what is added', () => {
  const licencesOf = (fields: Record<string, unknown>) => workAfter(confirmed(fields), renewal).renewedLicences;
  const usual = licencesOf({ add_lic: '3' }) ?? 0;
  expect(licencesOf({ add_lic: '0' })).toBe(usual - 3);
  expect(licencesOf({ add_lic: '0', seats_at_renewal: '80' })).toBe(80);
});
