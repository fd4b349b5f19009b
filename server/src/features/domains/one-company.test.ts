import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { customersTable } from '../../platform/db/tables/customers.ts';
import { domainsDesk } from './testing/domains-desk.ts';

test('two domains that are given to one person at once make one company', async () => {
  const desk = await domainsDesk();
  const mira = await desk.customer('mira@other.example', 'Other Ltd');
  const names = Array.from({ length: 2 }, (_, at) => `acme-${String(at)}.example`);
  for (const name of names) {
    await mira.asks(name);
    await desk.decides(name, 'REJECTED');
    await desk.ravi.asks(name);
  }
  // Delays an insert of a company until the other request had time to look for it.
  await desk.pool.query(`create function slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(0.3); return new; end $$;
    create trigger slow before insert on customers for each row execute function slow()`);
  const answers = await Promise.all(names.map((name) => desk.decides(name, 'ACTIVE')));
  await desk.pool.query('drop trigger slow on customers; drop function slow');

  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  const ofRavi = eq(customersTable.companyName, 'Acme Pvt Ltd');
  expect(await desk.db.$count(customersTable, ofRavi)).toBe(1);
  const companies = await Promise.all(names.map(desk.companyOf));
  expect(new Set(companies.map((company) => company?.id)).size).toBe(1);
});
