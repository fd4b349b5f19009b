import { expect, test } from 'vitest';
import { crmDesk } from './testing/crm-desk.ts';

/** Beyond the 2,000th person only tokens lead on. */
const { zoho, openDesk, crmPeople } = crmDesk({ people: 1_100 });

test('more than 2,000 people are read once each, each page one call', async () => {
  const desk = await openDesk();
  expect(crmPeople().length).toBeGreaterThan(2_300);

  expect(await desk.synced()).toMatchObject({
    state: 'done',
    contacts: crmPeople().length,
    changed: crmPeople().length,
  });

  expect((await desk.people()).map(({ zohoId }) => zohoId)).toEqual(crmPeople().map(({ id }) => id));
  expect(zoho().calls('contacts.list')).toBe(Math.ceil(crmPeople().length / 200));
}, 60_000);
