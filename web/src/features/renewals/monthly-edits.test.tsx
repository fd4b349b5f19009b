import { renewals } from '@desk/contract/renewals';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { lastChange, undo } from '../../kit/edit/changes.ts';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { acme, kaveri, MONTH, month, openMonth, SHORT, tara } from './testing/month.tsx';

test.each([
  ['zone', 'Zone', 'West', renewals.setZone, { zone: 'West', renewal_id: 7, was: null }, 'Zone Updated Successfully'],
  [
    'segments',
    'Segments',
    'Startup',
    renewals.setSegment,
    { segments: 'Startup', renewal_id: 7, was: 'SMB' },
    'Segment Updated Successfully',
  ],
  [
    'assigned_to',
    'Assigned To',
    'ravi@desk.example',
    renewals.setAssignee,
    { renewalid: 7, emailid: 'ravi@desk.example', was: 'asha@desk.example' },
    'Assigned To Updated Successfully',
  ],
] as const)('%s is sent when its Update is pressed, not before', async (column, label, value, call, body, text) => {
  const { screen, user, bodies } = await openMonth(`cols=${column}`, month(acme), answering(call, { version: 4 }));

  await user.selectOptions(screen.getByLabelText(`${label} of acme.example`), value);
  expect(bodies(call)).toEqual([]);
  await screen.findByText('1 unsaved change');
  await user.click(screen.getByLabelText(`Update ${label} of acme.example`));

  await screen.findByText(text);
  expect(bodies(call)).toEqual([body]);
  expect(screen.getByLabelText<HTMLSelectElement>(`${label} of acme.example`).value).toBe(value);
  // One row was changed in the browser; the month is not fetched again for it.
  expect(bodies(renewals.monthly).filter((sent) => (sent as { month: string }).month === MONTH)).toHaveLength(1);
});

test.each([
  ['zone', 'Zone', 'West', renewals.setZone, 'Failed to Update Zone. Please try refreshing the page'],
  ['segments', 'Segments', 'Startup', renewals.setSegment, 'Failed to Update Segment. Please try refreshing the page'],
  [
    'assigned_to',
    'Assigned To',
    'ravi@desk.example',
    renewals.setAssignee,
    'Failed to Update Assigned To. Please try refreshing the page',
  ],
] as const)('a refused %s is told, and the choice waits', async (column, label, value, call, text) => {
  const { screen, user } = await openMonth(
    `cols=${column}`,
    month(acme),
    answering(call, () => refusing(409)),
  );
  await user.selectOptions(screen.getByLabelText(`${label} of acme.example`), value);

  await user.click(screen.getByLabelText(`Update ${label} of acme.example`));

  await screen.findByText(text);
  expect(screen.getByLabelText<HTMLSelectElement>(`${label} of acme.example`).value).toBe(value);
  expect(screen.getByText('1 unsaved change')).toBeDefined();
});

test('an edit that cannot be taken back stands in Recent changes again, and why is said', async () => {
  let isChangedMeanwhile = false;
  const zones = answering(renewals.setZone, () => (isChangedMeanwhile ? refusing(409) : { version: 4 }));
  const { screen, user } = await openMonth('cols=zone', month(acme), zones);
  await user.selectOptions(screen.getByLabelText('Zone of acme.example'), 'West');
  await user.click(screen.getByLabelText('Update Zone of acme.example'));
  await screen.findByText('Zone Updated Successfully');
  const change = lastChange() ?? expect.unreachable();

  isChangedMeanwhile = true;
  await undo(change);

  expect(lastChange()).toBe(change);
  await screen.findByText(/is not undone\. Failed to Update Zone/);
});

test('several choices are saved with one press of Update all', async () => {
  const { screen, user, bodies } = await openMonth(
    'cols=zone',
    month(acme, tara),
    answering(renewals.setZone, { version: 4 }),
  );
  await user.selectOptions(screen.getByLabelText('Zone of acme.example'), 'West');
  await user.selectOptions(screen.getByLabelText('Zone of tara.example'), 'South');

  await user.click(await screen.findByText('Update all'));

  await screen.findByText('Zone Updated Successfully (2 times)');
  expect(bodies(renewals.setZone)).toMatchObject([
    { renewal_id: 7, zone: 'West' },
    { renewal_id: 8, zone: 'South' },
  ]);
});

test('a row that no longer passes the filter after an edit stays until the user moves on', async () => {
  const { screen, user, domains } = await openMonth(
    'cols=segments&segment=SMB',
    month(acme, tara),
    answering(renewals.setSegment, { version: 4 }),
  );
  await user.selectOptions(screen.getByLabelText('Segments of acme.example'), 'Micro');
  await user.click(screen.getByLabelText('Update Segments of acme.example'));
  await screen.findByText('Segment Updated Successfully');
  expect(domains()).toEqual(['acme.example']);

  await user.selectOptions(screen.getByLabelText('Segment'), 'Micro');

  await waitFor(() => expect(domains()).toEqual(['acme.example', 'tara.example']));
});

test('ticked renewals get zone and assignee together; those that have them are not sent', async () => {
  const { screen, user, bodies } = await openMonth(
    SHORT,
    month(acme, tara, kaveri),
    answering(renewals.setZone, { version: 4 }),
    answering(renewals.setAssignee, { version: 5 }),
  );
  await user.click(screen.getByLabelText('Select acme.example'));
  await user.click(screen.getByLabelText('Select kaveri.example'));
  await screen.findByText('2 selected');

  await user.selectOptions(screen.getByLabelText('Set zone'), 'North');
  await user.selectOptions(screen.getByLabelText('Assign to'), 'asha@desk.example');
  await user.click(screen.getByText('Update 2'));
  await screen.findByText('Change 2 renewals?');
  expect(screen.getByText('Zone North, Assigned To asha@desk.example is set for 2 renewals.')).toBeDefined();
  expect(screen.getByText(/^This cannot be taken back/)).toBeDefined();
  expect([...bodies(renewals.setZone), ...bodies(renewals.setAssignee)]).toEqual([]);
  await user.click(await screen.findByText('Change 2'));

  await screen.findByText('2 renewals updated');
  expect(bodies(renewals.setZone)).toEqual([{ zone: 'North', renewal_id: 7, was: null }]);
  expect(bodies(renewals.setAssignee)).toEqual([{ renewalid: 9, emailid: 'asha@desk.example', was: null }]);
  expect(screen.queryByText('2 selected')).toBeNull();
  await user.click(screen.getByText('Recent changes'));
  await screen.findByText('Zone North, Assigned To asha@desk.example set for 2 renewals: acme.example, kaveri.example');
  expect(screen.queryByText('Undo')).toBeNull();
});

test('of the ticked renewals those that have the value already are told before', async () => {
  const { screen, user } = await openMonth(SHORT, month(tara, kaveri));
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set zone'), 'North');

  await user.click(screen.getByText('Update 2'));

  await screen.findByText('Zone North is set for 1 renewal; 1 of those selected has that already.');
});

test('of many changes the refused ones are named and stay ticked', async () => {
  const { screen, user } = await openMonth(
    SHORT,
    month(acme, tara),
    answering(renewals.setZone, ({ renewal_id }) => (renewal_id === 8 ? refusing(409) : { version: 4 })),
  );
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set zone'), 'West');

  await user.click(screen.getByText('Update 2'));
  await user.click(await screen.findByText('Change 2'));

  await screen.findByText('1 of 2 renewals not updated: tara.example');
  expect(screen.getByText('1 selected')).toBeDefined();
});

test("a colleague's change shows when the server tells of the month; an unchanged month keeps its rows", async () => {
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
  let [zone, revision] = ['North', '1'] as ['North' | 'South', string];
  const { screen, bodies, emit } = await openMonth(
    'cols=zone',
    answering(renewals.monthly, (body) =>
      body.revision === revision
        ? { customer: [], revision, unchanged: true }
        : { customer: [renewalRow({ zone })], revision },
    ),
  );
  const shown = () => screen.getByLabelText<HTMLSelectElement>('Zone of acme.example').value;
  const asked = () => bodies(renewals.monthly).filter((body) => (body as { month: string }).month === MONTH);

  emit('month', { kind: 'month', month: MONTH });
  await waitFor(() => expect(asked()).toEqual([{ month: MONTH }, { month: MONTH, revision: '1' }]));
  expect(shown()).toBe('North');

  [zone, revision] = ['South', '2'];
  emit('month', { kind: 'month', month: MONTH });
  await waitFor(() => expect(shown()).toBe('South'));
});

test('the first zone of a renewal can be taken back to none', async () => {
  const { screen, user, bodies } = await openMonth(
    'cols=zone',
    month(acme),
    answering(renewals.setZone, { version: 4 }),
    answering(renewals.updateDetails, { version: 5 }),
  );
  await user.selectOptions(screen.getByLabelText('Zone of acme.example'), 'West');
  await user.click(screen.getByLabelText('Update Zone of acme.example'));
  await screen.findByText('Zone Updated Successfully');

  await user.click(screen.getByText('Recent changes'));
  await user.click(await screen.findByLabelText('Undo Zone of acme.example'));

  await waitFor(() =>
    expect(bodies(renewals.updateDetails)).toEqual([
      {
        renewal_id: 7,
        was: { zone: 'West', segments: 'SMB', assigned_to: 'asha@desk.example' },
        zone: null,
        segments: 'SMB',
        assigned_to: 'asha@desk.example',
      },
    ]),
  );
  expect(screen.getByLabelText<HTMLSelectElement>('Zone of acme.example').value).toBe('');
});

test('a renewal in dollars shows dollars everywhere, and its price is in no sum of rupees', async () => {
  const abroad = { ...tara, currency: 'USD', price: '1200.00', price_per_user: '30.00', assign: '60' };
  const { screen } = await openMonth(
    'cols=price,price_per_user,assign',
    month({ ...acme, price: '150000.00', price_per_user: '1250.00', assign: '5000' }, abroad),
  );

  for (const text of ['₹1,50,000', '₹1,250', '₹5,000', '$1,200', '$30', '$60'])
    expect(screen.getByText(text)).toBeDefined();
  expect(screen.getByText('₹1,50,000 + $1,200')).toBeDefined();
});
