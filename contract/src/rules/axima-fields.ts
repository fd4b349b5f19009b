import * as z from 'zod/mini';
import { amount, day, emailAddress, line, paragraph, phoneNumber } from '../fields.ts';
import { BillingFrequency, DeploymentStatus } from '../words/lists.ts';

/** As many users a subscription may have. */
export const MOST_USERS = 1_000_000;

/** For how many days a term of that billing frequency runs. */
export const termDays = (frequency: BillingFrequency): number => (frequency === 'Monthly Monthly' ? 30 : 365);

const blank = z.literal('');
/** A form field: the empty text means not filled in. */
const maybe = <S extends z.ZodMiniType>(schema: S) => z.union([blank, schema]);

/** A count as a number or as the digits of a form. */
export const users = (message: string) =>
  z.pipe(
    z.pipe(
      z.union([z.number(), z.string()], message),
      z.transform((given) => (/^\s*\d{1,9}\s*$/.test(String(given)) ? Number(given) : given)),
    ),
    z.int(message).check(z.gte(1, message), z.lte(MOST_USERS, message)),
  );
export const userCount = users('Enter a user count from 1 to 1,000,000');

/** With two decimals, as the database writes it: equal amounts are equal texts. */
const twoDecimals = z.transform((text: string) => {
  const [whole = '', decimals = ''] = text.split('.');
  return text === '' ? '' : `${String(BigInt(whole))}.${decimals.padEnd(2, '0')}`;
});
export const maybePhone = maybe(phoneNumber);
// The union inside the pipe, not around it: a pipe in a union would lose its message.
const price = z.pipe(maybe(amount), twoDecimals);
const percent = z
  .string()
  .check(
    z.trim(),
    z.regex(/^(100(\.00?)?|\d{1,2}(\.\d{1,2})?)$/, 'Enter a margin from 0 to 100, with two decimals at most'),
  );
const margin = z.pipe(maybe(percent), twoDecimals);

const product = line(120, 'Select Product');
const frequency = z.enum(BillingFrequency.options, 'Select Frequency');
export const domainName = line(253, 'Enter a domain such as company.example');
export const customerName = line(120, 'Enter the customer name');
export const customerEmail = emailAddress('Enter the customer e-mail');
const prices = { selling_price: price, buying_price: price, margin_percent: margin };

/** Agreed terms of a new subscription. */
export const agreed = {
  ticket_number: z._default(line(60), ''),
  user_count: userCount,
  product,
  comments: z._default(paragraph(2000), ''),
  order_id: z._default(line(60), ''),
  billing_frequency: frequency,
  selling_price: z._default(price, ''),
  buying_price: z._default(price, ''),
  margin_percent: z._default(margin, ''),
  requested_by: z._default(line(120), ''),
  field_distributor: z._default(line(120), ''),
};

/** Changes of a subscription; what is left out stays as it is. Who may change which field is decided on the server. */
export const AximaChanges = z.partial(
  z.strictObject({
    ticket_number: line(60),
    name: customerName,
    email: customerEmail,
    companyName: line(200),
    phoneNumber: maybePhone,
    tenant_name: line(120),
    user_count: userCount,
    axima_product_name: product,
    comments: paragraph(2000),
    order_id: line(60),
    start_date: maybe(day),
    requested_by: line(120),
    field_distributor: line(120),
    billing_frequency: frequency,
    status: maybe(DeploymentStatus),
    ...prices,
  }),
);
export type AximaChanges = z.output<typeof AximaChanges>;

export type AximaField = keyof AximaChanges;
/** The roles that edit, and the fields that each may change; the others are locked. */
export const AXIMA_EDITORS = {
  SALESC: [
    'ticket_number',
    'name',
    'email',
    'companyName',
    'phoneNumber',
    'tenant_name',
    'user_count',
    'axima_product_name',
    'comments',
    'order_id',
    'requested_by',
    'field_distributor',
    'billing_frequency',
    'selling_price',
    'buying_price',
    'margin_percent',
  ],
  ADEPLOY: ['ticket_number', 'email', 'phoneNumber', 'start_date', 'status'],
} as const satisfies Record<string, readonly AximaField[]>;
