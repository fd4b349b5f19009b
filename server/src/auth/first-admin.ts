import { acquireLock } from '../platform/db/locks.ts';
import { eq, sql } from 'drizzle-orm';
import { BadSetting } from '../config.ts';
import type { Services } from '../platform/context.ts';
import { audit } from '../platform/audit/audit.ts';
import { accountMenusTable, accountsTable as a } from '../platform/db/tables/accounts.ts';
import { hashPassword, isAcceptablePassword } from './passwords.ts';

const EASY =
  'The setting ADMIN_PASSWORD is too easy to guess: choose 8 to 128 characters, not a common password and not made of the e-mail or the brand.';

/**
 * Creates the administrator of ADMIN_EMAIL and ADMIN_PASSWORD, with every menu, on a database without administrators.
 * The owner of the installation chose the password, so it need not be changed at the first login.
 * @throws BadSetting when the password is easy to guess.
 */
export async function ensureFirstAdmin({ db, config, log }: Pick<Services, 'db' | 'config' | 'log'>): Promise<void> {
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = config;
  if (ADMIN_EMAIL === undefined || ADMIN_PASSWORD === undefined) return;
  await db.transaction(async (tx) => {
    await acquireLock(tx, 'first admin');
    const admins = await tx.select({ id: a.id }).from(a).where(eq(a.role, 'ADMIN')).limit(1);
    if (admins.length > 0) return;
    if (!(await isAcceptablePassword(ADMIN_PASSWORD, [ADMIN_EMAIL, config.BRAND_NAME]))) throw new BadSetting(EASY);
    const passwordHash = await hashPassword(ADMIN_PASSWORD);
    const [made] = await tx
      .insert(a)
      .values({
        kind: 'staff',
        email: ADMIN_EMAIL.toLowerCase(),
        name: 'Administrator',
        passwordHash,
        status: 'ACTIVE',
        role: 'ADMIN',
        mayExport: true,
      })
      .returning({ id: a.id });
    if (!made) return;
    await tx.insert(accountMenusTable).select(sql`select ${made.id}::int, id from menus where audience = 'staff'`);
    await audit(tx, {}, { action: 'first_admin_created', subject: 'account', subjectId: made.id, changes: [] });
    log.info({ event: 'first_admin_created' });
  });
}
