import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, id } from './fields.ts';

const staff = { audience: 'staff', screens: ['subscription_sync'] } as const;

/**
 * Kinds of import files: subscriptions, our own renewal dates and prices of subscriptions that are known, the price list, or
 * contracts of the directory product.
 */
export const ImportKind = z.enum(['subscriptions', 'renewal_dates', 'prices', 'directory_contracts']);
export type ImportKind = z.infer<typeof ImportKind>;
export const RowResult = z.enum(['new', 'changed', 'unchanged', 'wrong']);

const Tally = z.object({ new: z.number(), changed: z.number(), unchanged: z.number(), wrong: z.number() });
export const ImportedRow = z.object({
  line: z.number(),
  verdict: RowResult,
  /** The domain, subscription id or SKU that the row is about. */
  subject: z.string(),
  /** Of a wrong row: the column (several in one text) and what is wrong there. */
  column: z.nullable(z.string()),
  /** Of the others: what changes, and what a file may not change. */
  reason: z.nullable(z.string()),
});
export type ImportedRow = z.infer<typeof ImportedRow>;

export const imports = {
  /**
   * The dry run: nothing of the file is written but its reading. `rows` are the first 200 that matter: wrong ones first,
   * then those that write or say something; `more` counts the rest of these. `notes` are sentences about what of the file is
   * not read: unknown columns, other sheets. A file that cannot be read at all is refused with its reason in `errors: [{
   * line, column, reason }]`.
   */
  check: call({
    path: 'adminpanel/check_import/',
    ...staff,
    rows: 'all',
    body: body({ kind: ImportKind }),
    reply: z.object({
      import_id: z.number(),
      tally: Tally,
      notes: z.array(z.string()),
      rows: z.array(ImportedRow),
      more: z.number(),
    }),
    refusals: { 413: 'The file is too large.', 422: 'There is an issue with the file. Please try again...!' },
    upload: true,
    writes: true,
  }),
  /** Writes the checked file in one transaction; refused while it has wrong rows or when the data moved on since. */
  confirm: call({
    path: 'adminpanel/confirm_import/',
    ...staff,
    rows: 'all',
    body: body({ import_id: id }),
    reply: z.object({ tally: Tally, renewals_opened: z.number() }),
    refusals: {
      404: 'No Data Present',
      409: 'This file was confirmed already, or the data changed since it was checked. Please check it again.',
      422: 'The file has wrong rows. Mend them and check it again.',
    },
    writes: true,
  }),
  /** export_data.csv: the wrong rows with line, column and reason. */
  errors: call({
    path: 'adminpanel/export_import_errors/',
    ...staff,
    body: body({ import_id: id }),
    reply: done,
    refusals: { 404: 'No Data Present' },
    download: 'export_data.csv',
  }),
  /** template.csv: the header and two sample rows. */
  template: call({
    path: 'adminpanel/export_import_template/',
    ...staff,
    body: body({ kind: ImportKind }),
    reply: done,
    download: 'template.csv',
  }),
};
