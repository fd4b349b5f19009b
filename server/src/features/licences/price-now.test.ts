import { imports } from '@desk/contract/imports';
import { licences } from '@desk/contract/licences';
import { ownRenewals } from '@desk/contract/own-renewals';
import { portal } from '@desk/contract/portal';
import { renewals } from '@desk/contract/renewals';
import { expect, test } from 'vitest';
import { googleWithSeats } from './testing/licences-desk.ts';

const { openDesk } = googleWithSeats();

/** A subscription of ten seats whose price a file tells, and all that shows it. */
async function open() {
  const desk = await openDesk();
  const report = async (price: string) => {
    const bytes = `Subscription Id,Renewal Date,Price\n${desk.externalId},21-11-2027,${price}`;
    const checked = await desk.asha.uploads(imports.check, { kind: 'renewal_dates' }, { name: 'prices.csv', bytes });
    const { import_id, tally } = checked.reply;
    if (tally.changed > 0) await desk.asha.calls(imports.confirm, { import_id });
    return tally.changed > 0 ? 'changed' : 'unchanged';
  };
  const shown = async () => {
    const { externalId, domain } = desk;
    const [own] = (await desk.ravi.calls(ownRenewals.list, {})).reply.renewals;
    const [listed] = (await desk.asha.calls(portal.list, { search: domain })).reply.customer;
    const [held] = (await desk.asha.calls(licences.all, { search: domain })).reply.domains;
    const [row] = (await desk.asha.calls(renewals.all, { domain })).reply.customer;
    expect(row?.subscription_id).toBe(externalId);
    return [own?.price, listed?.price, held?.price, row?.price];
  };
  const all = (price: string) => [price, price, price, price];
  return { ...desk, tell: report, shown, all };
}

test('after seats were bought the price is that of all of them, wherever it is shown', async () => {
  const desk = await open();
  expect(await desk.tell('15000')).toBe('changed');
  expect(await desk.shown()).toEqual(desk.all('15000.00'));

  await desk.adds(10, 5);
  await desk.work();

  expect(await desk.shown()).toEqual(desk.all('22500.00'));
  // The entered price stays: many small steps round nothing away.
  await desk.adds(15, 1);
  await desk.work();
  expect(await desk.shown()).toEqual(desk.all('24000.00'));
  expect(await desk.ours()).toMatchObject({ price: '15000.00', pricedSeats: 10 });
});

test('a price that a file tells afterwards is of the seats of that day; the shown one is no change', async () => {
  const desk = await open();
  await desk.tell('15000');
  await desk.adds(10, 5);
  await desk.work();

  expect(await desk.tell('22500.00')).toBe('unchanged');
  expect(await desk.tell('21000')).toBe('changed');

  expect(await desk.shown()).toEqual(desk.all('21000.00'));
  expect(await desk.ours()).toMatchObject({ price: '21000.00', pricedSeats: 15 });
});

test('a file that tells no price leaves it as it is', async () => {
  const desk = await open();
  await desk.tell('15000');
  await desk.adds(10, 5);
  await desk.work();

  expect(await desk.tell('')).toBe('unchanged');

  expect(await desk.shown()).toEqual(desk.all('22500.00'));
});
