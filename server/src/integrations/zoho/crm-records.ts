import * as z from 'zod/mini';

const text = z._default(z.nullable(z.string()), null);
/** Zoho writes instants with an offset, `2026-11-21T10:00:00+05:30`. */
const instant = z.pipe(
  z.iso.datetime({ offset: true }),
  z.transform((at) => new Date(at)),
);
const Info = z.object({ more_records: z.boolean(), next_page_token: z._default(z.nullable(z.string()), null) });

export interface CrmPage<T> {
  readonly rows: readonly T[];
  /** Absent on the last page; good for a day. */
  readonly nextPageToken?: string | undefined;
}

/** A person in the CRM. */
export interface CrmContact {
  readonly id: string;
  readonly fullName: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly mobile: string | null;
  readonly companyName: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date;
}

export const CONTACT_FIELDS =
  'Full_Name,First_Name,Last_Name,Email,Phone,Mobile,Account_Name,Created_Time,Modified_Time';
const Contact = z.pipe(
  z.object({
    id: z.string(),
    Full_Name: text,
    First_Name: text,
    Last_Name: text,
    Email: text,
    Phone: text,
    Mobile: text,
    Account_Name: z._default(z.nullable(z.object({ name: z.string() })), null),
    Created_Time: instant,
    Modified_Time: instant,
  }),
  z.transform((wire): CrmContact => ({
    id: wire.id,
    fullName: wire.Full_Name,
    firstName: wire.First_Name,
    lastName: wire.Last_Name,
    email: wire.Email,
    phone: wire.Phone,
    mobile: wire.Mobile,
    companyName: wire.Account_Name?.name ?? null,
    createdAt: wire.Created_Time,
    modifiedAt: wire.Modified_Time,
  })),
);
export const ContactPage = z.object({ data: z.array(Contact), info: Info });

/** A task of the CRM; `status` is a word of the organisation's own list (Not Started, Completed, …). */
export interface CrmTask {
  readonly id: string;
  readonly subject: string | null;
  readonly description: string | null;
  readonly status: string | null;
  readonly createdAt: Date;
}

export const TASK_FIELDS = 'Subject,Description,Status,Created_Time';
const Task = z.pipe(
  z.object({ id: z.string(), Subject: text, Description: text, Status: text, Created_Time: instant }),
  z.transform((wire): CrmTask => ({
    id: wire.id,
    subject: wire.Subject,
    description: wire.Description,
    status: wire.Status,
    createdAt: wire.Created_Time,
  })),
);
export const TaskPage = z.object({ data: z.array(Task), info: Info });

/** The answer to a write: one row for each record, each done or refused on its own. */
export const WrittenRows = z.object({
  data: z.array(
    z.object({
      status: z.string(),
      message: z._default(z.string(), ''),
      details: z._default(z.object({ id: z.optional(z.string()) }), {}),
    }),
  ),
});
