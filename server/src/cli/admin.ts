import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import type { Services } from '../platform/context.ts';
import { audit } from '../platform/audit/audit.ts';
import { accountMenusTable, accountsTable } from '../platform/db/tables/accounts.ts';
import { hashPassword, INITIAL_PASSWORD_HOURS } from '../auth/passwords.ts';
import { CommandProblem, print } from './command.ts';
import { withDesk } from './desk.ts';
import { NOW } from '../platform/db/now.ts';

const USAGE = 'Usage: node server/dist/admin.js create --email you@company.example [--name "Your Name"]';

/** Creates an administrator with every menu; the password is printed once, and the first login with it must change it. */
async function create({ db }: Services, email: string, name: string) {
  const password = randomBytes(18).toString('base64url');
  const passwordHash = await hashPassword(password);
  const passwordEndsAt = sql`${NOW} + make_interval(hours => ${INITIAL_PASSWORD_HOURS})`;
  const person = {
    kind: 'staff',
    email,
    name,
    status: 'ACTIVE',
    role: 'ADMIN',
    firstLogin: true,
    mayExport: true,
  } as const;
  await db.transaction(async (tx) => {
    const [made] = await tx
      .insert(accountsTable)
      .values({ ...person, passwordHash, passwordEndsAt })
      .onConflictDoNothing()
      .returning({ id: accountsTable.id });
    if (!made) throw new CommandProblem(`There is an account with the e-mail ${email} already.`);
    await tx.insert(accountMenusTable).select(sql`select ${made.id}::int, id from menus where audience = 'staff'`);
    await audit(
      tx,
      {},
      {
        action: 'admin_created',
        subject: 'account',
        subjectId: made.id,
        changes: [{ field: 'email', old: null, new: email }],
      },
    );
  });
  print(`Administrator ${email} was created. The password for the first login: ${password}`);
  print(`It must be used within ${INITIAL_PASSWORD_HOURS} hours.`);
}

await withDesk(async (services) => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    strict: false,
    options: { email: { type: 'string' }, name: { type: 'string' } },
  });
  const { email, name } = values;
  if (positionals[0] !== 'create' || typeof email !== 'string' || !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email))
    throw new CommandProblem(USAGE);
  await create(services, email.toLowerCase(), typeof name === 'string' ? name : 'Administrator');
  return 0;
});
