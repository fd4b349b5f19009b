import * as z from 'zod/mini';

/** Text in practice, a number in Zoho's own description. */
const id = z.pipe(z.union([z.string(), z.int()]), z.transform(String));
const text = z._default(z.nullable(z.string()), null);
const amount = z.number();
/** Books writes offsets without a colon: `2025-08-05T12:06:10+0530`. */
const instant = z.pipe(
  z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:?\d\d)$/)),
  z.transform((at) => new Date(at.replace(/([+-]\d\d)(\d\d)$/, '$1:$2'))),
);
const changedAt = z._default(z.nullable(instant), null);
/** A draft may be due on no day yet. */
const day = z.pipe(
  z._default(z.nullable(z.union([z.literal(''), z.iso.date()])), null),
  z.transform((text) => text || null),
);
const list = <Item extends z.ZodMiniType>(item: Item) => z._default(z.nullable(z.array(item)), []);

export const BooksContact = z.pipe(
  z.object({
    contact_id: id,
    contact_name: text,
    company_name: text,
    email: text,
    phone: text,
    mobile: text,
    gst_no: z.optional(z.nullable(z.string())),
    zcrm_contact_id: z.optional(z.nullable(id)),
    last_modified_time: changedAt,
  }),
  z.transform((wire) => ({
    id: wire.contact_id,
    name: wire.contact_name,
    companyName: wire.company_name,
    email: wire.email,
    phone: wire.phone,
    mobile: wire.mobile,
    /** Undefined: this list does not tell. */
    gstNumber: wire.gst_no,
    /** The person in the CRM; undefined: this list does not tell. */
    crmContactId: wire.zcrm_contact_id,
    modifiedAt: wire.last_modified_time,
  })),
);
/** A customer in the books. */
export type BooksContact = z.output<typeof BooksContact>;

const Invoice = z.object({
  invoice_id: id,
  customer_id: id,
  invoice_number: z.string(),
  status: z.string(),
  date: z.iso.date(),
  due_date: day,
  currency_code: z.string(),
  exchange_rate: z.optional(z.nullable(z.number().check(z.nonnegative()))),
  total: amount,
  balance: amount,
  last_modified_time: changedAt,
});

const invoiceOf = (wire: z.output<typeof Invoice>) => ({
  id: wire.invoice_id,
  customerId: wire.customer_id,
  number: wire.invoice_number,
  status: wire.status,
  date: wire.date,
  dueOn: wire.due_date,
  currency: wire.currency_code,
  /** To rupees; undefined: this list does not tell. */
  exchangeRate: wire.exchange_rate || undefined,
  total: wire.total,
  balance: wire.balance,
  modifiedAt: wire.last_modified_time,
});

export const BooksInvoice = z.pipe(Invoice, z.transform(invoiceOf));
/** An invoice; days are `YYYY-MM-DD`, `balance` is what is not yet paid. */
export type BooksInvoice = z.output<typeof BooksInvoice>;

const CustomField = z.object({ label: text, api_name: text, value: z.unknown() });
const isProductType = ({ label, api_name }: z.output<typeof CustomField>) =>
  /^(cf_)?product[ _]type$/i.test(api_name ?? '') || /^product[ _]type$/i.test(label ?? '');
const isText = (value: unknown): value is string => typeof value === 'string';

export const WholeInvoice = z.pipe(
  z.extend(Invoice, { line_items: list(z.object({ name: text })), custom_fields: list(CustomField) }),
  z.transform((wire) => ({
    ...invoiceOf(wire),
    /** Of the first line. */
    planName: wire.line_items?.[0]?.name ?? null,
    productType:
      wire.custom_fields
        ?.filter(isProductType)
        .map(({ value }) => value)
        .find(isText) ?? null,
  })),
);
/** An invoice with what only it itself tells. */
export type WholeInvoice = z.output<typeof WholeInvoice>;

const Context = z.object({ has_more_page: z.boolean() });
/** Zoho's description has a list of one where the service gives the thing itself. */
const PageContext = z.union([
  Context,
  z.pipe(
    z.tuple([Context], z.unknown()),
    z.transform(([only]) => only),
  ),
]);
export const ContactPage = z.object({ contacts: z.array(z.unknown()), page_context: PageContext });
export const InvoicePage = z.object({ invoices: z.array(z.unknown()), page_context: PageContext });
