import { contacts } from '@desk/contract/renewal-work/contacts';
import { timeline } from '@desk/contract/timeline';
import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { asked, askedPerson } from '../../parts/testing/domain-page.ts';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { openAt, openPage } from './testing/open-page.tsx';

const SINCE = '2026-11-17T04:00:00.000Z';
const bounced = { cause: 'bounced', reason: '550 5.1.1 No such mailbox', since: SINCE } as const;
const away = askedPerson({
  ...{ contact_id: 4, name: 'Ravi Iyer', email: 'ravi@indus.example', roles: ['payer'] },
  ...{ place: null, asked_as: 'payer', not_asked: 'silenced', silenced: bounced },
});
const viewer = askedPerson({
  ...{ contact_id: 5, name: 'Mira Sen', email: 'mira@indus.example', roles: ['viewer'] },
  ...{ place: null, asked_as: null, not_asked: 'viewer' },
});
const office = {
  ...{ name: 'Indus Motors', email: 'office@indus.example' },
  ...{ place: 2, asked_as: 'company' as const, not_asked: null, silenced: null, silenced_number: null },
} as const;

type Page = ReturnType<typeof openPage>;
const panelOf = async ({ screen }: Page) => within(await screen.findByRole('region', { name: 'Who is asked' }));
const rowsOf = async (page: Page) => {
  const panel = await panelOf(page);
  return (await panel.findAllByRole('listitem')).map(({ textContent }) => textContent.replace(/[●○▲■◆]/g, ''));
};
const sentBy = ({ sent }: Page, path: string) => sent.filter((one) => one.path === path).map(({ body }) => body);

test('who is asked stands in that order, then who is not, each with why', async () => {
  const page = openPage(answering(contacts.all, asked({ people: [askedPerson(), away, viewer], company: office })));
  expect(await rowsOf(page)).toEqual([
    '1Asha Rao Buyerasha@indus.example+91 9800000001Asked first as buyer',
    '2Indus Motors Companyoffice@indus.exampleAsked second, at the company’s own address',
    '–Ravi Iyer PayerBouncedravi@indus.example+91 9800000001Not asked: their address bounced on 17 Nov 2026550 5.1.1 No such mailboxWrite to this address again',
    '–Mira Sen Viewermira@indus.example+91 9800000001Not asked: viewer',
  ]);
  expect(page.screen.queryByText('Nobody can be reached')).toBeNull();
});

test('of who buys through a reseller the reseller is asked', async () => {
  const partner = { name: 'Rina', email: 'rina@partner.example' };
  const reseller = { ...office, ...partner, place: 1, asked_as: 'reseller' as const };
  const people = [askedPerson({ place: null, not_asked: 'reseller' })];
  expect(await rowsOf(openPage(answering(contacts.all, asked({ people, reseller }))))).toEqual([
    '1Rina Resellerrina@partner.exampleAsked first, as who sells to them',
    '–Asha Rao Buyerasha@indus.example+91 9800000001Not asked: they buy through a reseller',
  ]);
});

test('where nobody can be reached it stands in red, and Find somebody enters a person', async () => {
  const page = openPage(
    answering(contacts.all, asked({ people: [away], nobody_reachable: true })),
    answering(contacts.save, { contact_id: 9 }),
  );
  const { screen, user } = page;
  await user.click(await screen.findByRole('button', { name: 'Find somebody' }));
  expect(screen.getAllByText('Nobody can be reached')).toHaveLength(2);
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await dialog.findAllByText('Enter the name');
  await dialog.findAllByText('Email cannot be Blank');
  await user.type(dialog.getByLabelText(/^Name/), 'Zoe Rao');
  await user.type(dialog.getByLabelText(/^Email/), 'zoe@indus.example');
  await user.click(dialog.getByLabelText(/^Buyer/));
  await user.click(dialog.getByLabelText(/^Payer/));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await screen.findByText('Zoe Rao is added');
  expect(sentBy(page, contacts.save.path)).toEqual([
    {
      domain_name: 'indus.example',
      person: {
        name: 'Zoe Rao',
        customer_email: 'zoe@indus.example',
        phone: '',
        mobile: '',
        roles: ['buyer', 'payer'],
      },
    },
  ]);
});

test('once somebody can be reached, the dialog that entered them closes and is not open on whoever leaves next', async () => {
  let isReachable = false;
  const { answer, arrives } = slowly(refusing(500));
  const { screen, user } = openPage(
    answering(contacts.all, () => asked({ people: [away], nobody_reachable: !isReachable })),
    answering(contacts.save, () => {
      isReachable = true;
      return { contact_id: 9 };
    }),
    // What else is on screen takes longer.
    answering(timeline.entries, () => (isReachable ? answer() : refusing(500))),
  );
  await user.click(await screen.findByRole('button', { name: 'Find somebody' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Add a person' }));
  await user.type(dialog.getByLabelText(/^Name/), 'Zoe Rao');
  await user.type(dialog.getByLabelText(/^Email/), 'zoe@indus.example');
  await user.click(dialog.getByLabelText(/^Buyer/));
  await user.click(dialog.getByRole('button', { name: 'Add' }));
  await expect.poll(() => screen.queryAllByText('Nobody can be reached')).toHaveLength(0);
  arrives();
  await screen.findByText('Zoe Rao is added');
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull();

  isReachable = false;
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('button', { name: 'Find somebody' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('a person whom the CRM knows keeps the name, and begins with what its words suggest', async () => {
  const people = [
    askedPerson({ roles: null, crm_role: 'Accounts Manager', suggested_roles: ['payer'], is_in_crm: true }),
  ];
  const page = openPage(answering(contacts.all, asked({ people })), answering(contacts.save, { contact_id: 3 }));
  const { screen, user } = page;
  const panel = await panelOf(page);
  await panel.findByText('Payer?');
  await user.click(panel.getByRole('button', { name: 'Asha Rao' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Asha Rao' }));
  expect(dialog.getByLabelText<HTMLInputElement>('Name').readOnly).toBe(true);
  dialog.getByText('Suggested, because the CRM calls them “Accounts Manager”. Nobody has said it yet.');
  const tick = (name: RegExp) => dialog.getByLabelText<HTMLInputElement>(name);
  expect(tick(/^Payer/).checked).toBe(true);

  // A viewer is nothing else.
  await user.click(tick(/^Viewer/));
  expect(tick(/^Payer/).checked).toBe(false);
  await user.click(tick(/^Technician/));
  expect(tick(/^Viewer/).checked).toBe(false);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Asha Rao is saved');
  const reached = { name: 'Asha Rao', customer_email: 'asha@indus.example', phone: '+91 9800000001' };
  expect(sentBy(page, contacts.save.path)).toEqual([
    {
      ...{ domain_name: 'indus.example', contact_id: 3 },
      person: { ...reached, mobile: '', roles: ['technician'] },
      seen: { ...reached, mobile: null, roles: null },
    },
  ]);
});

test('what a colleague changed meanwhile is loaded, and what was typed stays', async () => {
  let isOther = false;
  const page = openPage(
    answering(contacts.all, () => asked({ people: [askedPerson(isOther ? { roles: ['payer'] } : {})] })),
    answering(contacts.save, ({ seen }) =>
      seen?.roles?.[0] === 'payer' ? { contact_id: 3 } : refusing(409, { message: contacts.save.refusals[409] }),
    ),
  );
  const { screen, user } = page;
  await user.click(await screen.findByRole('button', { name: 'Asha Rao' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Asha Rao' }));
  await user.click(dialog.getByLabelText(/^Technician/));
  isOther = true;
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await user.click(await dialog.findByRole('button', { name: 'Load the current data' }));
  await dialog.findByText(/By now: Asha Rao, .*, Payer\. What you typed is still here\./);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Asha Rao is saved');
});

test('a number to which nothing goes by WhatsApp is written to again once it is said why', async () => {
  const silenced_number = {
    number: '+919800000001',
    cause: 'unsubscribed',
    reason: 'Asked for it.',
    since: SINCE,
  } as const;
  const page = openPage(
    answering(contacts.all, asked({ people: [askedPerson({ silenced_number })] })),
    answering(contacts.confirmAddress, {}),
  );
  const { screen, user } = page;
  await screen.findByText('Nothing goes to +919800000001 by WhatsApp: they asked for no more on 17 Nov 2026');
  await user.click(screen.getByRole('button', { name: 'Write to this number again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write to this number again' }));
  await user.click(dialog.getByRole('button', { name: 'Write to it again' }));
  await dialog.findAllByText('Enter Reason');
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked on the telephone');
  await user.click(dialog.getByRole('button', { name: 'Write to it again' }));
  await screen.findByText('+919800000001 is written to again');
  expect(sentBy(page, contacts.confirmAddress.path)).toEqual([
    { domain_name: 'indus.example', address: '+919800000001', reason: 'Asked on the telephone' },
  ]);
});

test('an address that bounced is written to again; of one who unsubscribed it is said why', async () => {
  const silent = askedPerson({ ...away, silenced: { ...bounced, cause: 'unsubscribed', reason: 'By the link.' } });
  const page = openPage(answering(contacts.all, asked({ people: [silent] })), answering(contacts.confirmAddress, {}));
  const { screen, user } = page;
  await user.click(await screen.findByRole('button', { name: 'Write to this address again' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Write to this address again' }));
  dialog.getByText(/they unsubscribed on 17 Nov 2026\. By the link\./);
  await user.click(dialog.getByRole('button', { name: 'Write to it again' }));
  await dialog.findByText('Enter Reason');
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked for it by telephone');
  await user.click(dialog.getByRole('button', { name: 'Write to it again' }));
  await screen.findByText('ravi@indus.example is written to again');
  expect(sentBy(page, contacts.confirmAddress.path)).toEqual([
    { domain_name: 'indus.example', address: 'ravi@indus.example', reason: 'Asked for it by telephone' },
  ]);
});

test('who may not change it reads it', async () => {
  const page = openAt(
    '/home/domain/indus.example',
    'centralized_dashboard',
    answering(contacts.all, asked({ people: [away], nobody_reachable: true })),
  );
  const panel = await panelOf(page);
  await panel.findByText('Ravi Iyer');
  expect(panel.queryByRole('button')).toBeNull();
  expect(page.screen.queryByRole('button', { name: 'Find somebody' })).toBeNull();
});

test('what cannot be read says so, and Retry reads it again', async () => {
  let isDown = true;
  const page = openPage(answering(contacts.all, () => (isDown ? refusing(500) : asked())));
  await page.screen.findByText('Could not fetch who is asked.');
  isDown = false;
  await page.user.click((await panelOf(page)).getByText('Retry'));
  await page.screen.findByText('Asked first as buyer');
});
