import { acquireLockOf } from '../../platform/db/locks.ts';
import { randomInt } from 'node:crypto';
import type { BodyOf } from '@desk/contract/call';
import { registration } from '@desk/contract/registration';
import { and, desc, eq, gt, isNull, sql } from 'drizzle-orm';
import { senderOf } from '../../config.ts';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import { queueMessages } from '../../platform/outbox/outbox.ts';
import {
  accountsTable as a,
  customerProfilesTable as p,
  vouchersTable as v,
} from '../../platform/db/tables/accounts.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addressKey, attemptAll, type Limit } from '../../auth/throttle.ts';
import { accountByEmail, type Account } from '../../auth/accounts.ts';
import { waitBeforeGuess } from '../../auth/code-attempts.ts';
import { isProven, mailbox, short, consumeProof } from '../../auth/codes.ts';
import { limits } from '../../auth/limits.ts';
import { hashPassword, isAcceptablePassword, unlessBusy } from '../../auth/passwords.ts';
import { codeHash } from '../../platform/crypto/secret.ts';
import { sealMail } from '../../platform/mail/seal.ts';
import { denyAndAudit, denyForNow } from '../../auth/deny-and-audit.ts';
import { existingAccountMail } from '../../auth/existing-account-mail.ts';
import type { ComposedMail } from '../../platform/mail/content.ts';
import { departmentNamed, inviters } from './queries.ts';
import { joinedMail, voucherMail, voucherShown, voucherTyped, waitingMail } from './rules.ts';
import { NOW } from '../../platform/db/now.ts';

type Step = (typeof registration)[keyof typeof registration];

/** Refuses a step of a registration and records it. */
function refuseStep(step: Step, email: string, status: 401 | 403 | 409): never {
  return denyAndAudit<Step>(step, status, { action: 'authz_fail', email });
}

/** Counts a step at its limits and refuses it where one of them is reached. */
async function limitStep(ctx: Context, step: Step, email: string, ...limited: (readonly [string, Limit])[]) {
  const wait = await attemptAll(ctx.db, ...limited);
  if (wait > 0) denyForNow<Step>(step, wait, { action: 'authz_fail', email });
}

/**
 * The account of that e-mail, if there is one. Only who has just shown to read its mail gets to know: the others are
 * refused with 401.
 */
async function knownAccount(ctx: Context, step: Step, email: string): Promise<Account | undefined> {
  const known = await accountByEmail(ctx.db, email);
  return (await isProven(ctx, email, known ? 'reset' : 'register')) ? known : refuseStep(step, email, 401);
}

const notice = (recipient: string, mail: ComposedMail) =>
  ({ channel: 'Email', purpose: 'notice', recipient, createdBy: 'system', ...mail }) as const;

/** Somebody who reads the mail of an account registers once more: told so here, or only by mail. */
async function answerToKnown(ctx: Context, step: Step, account: Account): Promise<Record<string, never>> {
  const { email } = account;
  if (!ctx.config.HIDE_ACCOUNT_EXISTENCE) refuseStep(step, email, 403);
  await ctx.write(async (tx) => {
    if (!(await consumeProof(tx, ctx, email, 'reset'))) refuseStep(step, email, 401);
    await queueMessages(tx, notice(email, existingAccountMail(senderOf(ctx.config), account)));
  });
  return {};
}

/** Writes the account with its audit entry; undefined when another registration of that e-mail was quicker. */
async function create(tx: Db, ctx: Context, account: typeof a.$inferInsert, more: Record<string, unknown>) {
  const [made] = await tx.insert(a).values(account).onConflictDoNothing().returning({ id: a.id, email: a.email });
  if (!made) return undefined;
  const { email, name, phone, role, status } = account;
  const changes = changesBetween({}, { email, name, phone, role, status, ...more });
  const author = { actor: made, client: ctx.client };
  await audit(tx, author, { action: 'registered', subject: 'account', subjectId: made.id, changes });
  return made.id;
}

export async function signup({ formData }: BodyOf<typeof registration.signup>, ctx: Context) {
  const { signup: step } = registration;
  const { email, userName: name, phoneNumber: phone, password, companyName } = formData;
  const { BRAND_NAME, RATE_PROFILE } = ctx.config;
  const from = `signups:${addressKey(ctx.client.ip)}`;
  await limitStep(ctx, step, email, [from, limits(RATE_PROFILE).signupsPerAddress]);
  const known = await knownAccount(ctx, step, email);
  if (!(await isAcceptablePassword(password, [email, name, companyName, BRAND_NAME]))) refuse(step, 422);
  if (known) return answerToKnown(ctx, step, known);
  const passwordHash = await unlessBusy(hashPassword(password, true), () => refuse(step, 503));
  const { designation, industryType, otherContactName, otherContactPhone } = formData;
  const profile = { companyName, designation, industryType, otherContactName, otherContactPhone };
  await ctx.write(async (tx) => {
    if (!(await consumeProof(tx, ctx, email, 'register'))) refuseStep(step, email, 401);
    const account = {
      kind: 'customer',
      role: 'CUSTOMER',
      status: 'PENDING',
      email,
      name,
      phone,
      passwordHash,
    } as const;
    const accountId = (await create(tx, ctx, account, profile)) ?? refuseStep(step, email, 403);
    await tx.insert(p).values({ accountId, ...profile });
    await queueMessages(tx, notice(email, waitingMail(senderOf(ctx.config))));
  });
  ctx.announce({ kind: 'waiting' });
  return {};
}

/** Digits and letters that cannot be mistaken for each other: 32, so that twelve of them have 60 bits. */
const LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const VOUCHER_HOURS = 24;
const FRESH_SECONDS = 60;
const makeVoucher = () => Array.from({ length: 12 }, () => LETTERS.charAt(randomInt(LETTERS.length))).join('');

export async function generateVoucher({ email }: BodyOf<typeof registration.generateVoucher>, ctx: Context) {
  const { generateVoucher: step } = registration;
  const { config, secret, client } = ctx;
  const limit = limits(config.RATE_PROFILE);
  const from = `vouchers-address:${addressKey(client.ip)}`;
  await limitStep(ctx, step, email, [from, limit.vouchersPerAddress]);
  const known = await knownAccount(ctx, step, email);
  const each = [`vouchers:${short(mailbox(email))}`, limit.vouchersPerEmail] as const;
  await limitStep(ctx, step, email, each, ['vouchers', limit.vouchersAltogether]);
  if (known) return config.HIDE_ACCOUNT_EXISTENCE ? {} : refuseStep(step, email, 403);
  const code = makeVoucher();
  await ctx.write(async (tx) => {
    await acquireLockOf(tx, 'voucher', email.toLowerCase());
    // Of those who ask at the same moment one is mailed: the newest voucher alone holds.
    const isFresh = and(eq(v.email, email), gt(v.createdAt, sql`${NOW} - make_interval(secs => ${FRESH_SECONDS})`));
    if ((await tx.$count(v, and(isFresh, isNull(v.usedAt), gt(v.endsAt, NOW)))) > 0) return;
    const [made] = await tx
      .insert(v)
      .values({
        email,
        codeHash: codeHash(secret, code, email, 'voucher'),
        endsAt: sql`${NOW} + make_interval(hours => ${VOUCHER_HOURS})`,
      })
      .returning({ id: v.id, endsAt: v.endsAt });
    const sealed = sealMail(secret, voucherMail(senderOf(config), email, voucherShown(code)));
    const mail = { channel: 'Email', purpose: 'otp', createdBy: 'system', ...sealed } as const;
    const recipients = await inviters(tx);
    for (const recipient of recipients) await queueMessages(tx, { ...mail, recipient, expiresAt: made?.endsAt });
    const changes = changesBetween({}, { email, sent_to: recipients.join(', ') });
    const entry = { action: 'voucher_generated', subject: 'voucher', subjectId: made?.id ?? null, changes };
    await audit(tx, { client }, entry);
  });
  return {};
}

/** Takes the newest voucher of that e-mail: one update that only one of many can win. */
async function takeVoucher(tx: Db, { secret }: Context, email: string, typed: string): Promise<boolean> {
  const newest = tx.select({ id: v.id }).from(v).where(eq(v.email, email)).orderBy(desc(v.id)).limit(1);
  const hash = codeHash(secret, voucherTyped(typed), email, 'voucher');
  const taken = await tx
    .update(v)
    .set({ usedAt: NOW })
    .where(and(eq(v.id, newest), eq(v.codeHash, hash), isNull(v.usedAt), gt(v.endsAt, NOW)))
    .returning({ id: v.id });
  return taken.length === 1;
}

export async function adminSignup({ formData }: BodyOf<typeof registration.adminSignup>, ctx: Context) {
  const { adminSignup: step } = registration;
  const { email, userName: name, phoneNumber: phone, password, voucher } = formData;
  const { BRAND_NAME } = ctx.config;
  const wait = await waitBeforeGuess(ctx);
  if (wait > 0) denyForNow(step, wait, { action: 'authz_fail', email });
  const known = await knownAccount(ctx, step, email);
  if (!(await isAcceptablePassword(password, [email, name, BRAND_NAME]))) refuse(step, 422);
  if (known) return answerToKnown(ctx, step, known);
  const passwordHash = await unlessBusy(hashPassword(password, true), () => refuse(step, 503));
  await ctx.write(async (tx) => {
    if (!(await consumeProof(tx, ctx, email, 'register'))) refuseStep(step, email, 401);
    if (!(await takeVoucher(tx, ctx, email, voucher))) refuseStep(step, email, 409);
    const department = 'Administration';
    const departmentId = await departmentNamed(tx, department);
    const account = { kind: 'staff', role: 'ADMIN', status: 'ACTIVE', email, name, phone, passwordHash } as const;
    const made = await create(tx, ctx, { ...account, departmentId }, { department });
    if (made === undefined) refuseStep(step, email, 403);
    const notices = (await inviters(tx)).map((inviter) => notice(inviter, joinedMail(senderOf(ctx.config), email)));
    await queueMessages(tx, ...notices);
  });
  return {};
}
