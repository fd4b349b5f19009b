import type { ReplyOf } from '@desk/contract/call';
import { handOver, type HandOver } from '@desk/contract/renewal-work/hand-over';
import { Link } from '@tanstack/react-router';
import { cleanup } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Reopened } from '../../testing/reopened.tsx';
import { answering, refusing, show, showPages, slowly } from '../../testing/show.tsx';
import { HandOverDialog } from './hand-over-dialog.tsx';

const MEENAL = { account_id: 3, name: 'Meenal' };
const TARUN = { account_id: 4, name: 'Tarun' };
const RITIKA = { account_id: 5, name: 'Ritika' };
const suspended: HandOver = {
  ...{ hand_over_id: 9, from: MEENAL, why: 'suspended', at: '2026-11-23T05:00:00.000Z', by: 'Ananya', count: 3 },
  ...{ to: [{ account: TARUN, count: 3 }], standing: 3, undone: null, may_undo: true },
};
const list = answering(handOver.list, {
  hand_overs: [suspended],
  owners: [{ ...TARUN, count: 41 }],
  receivers: [
    { ...TARUN, count: 41, away_until: null },
    { ...RITIKA, count: 7, away_until: '2026-11-30' },
  ],
});
const sums = [{ currency: 'INR', value: '90000.00' }];
const found: ReplyOf<typeof handOver.preview> = {
  ...{ open: 3, stay: 0, rows: [{ renewal_id: 1, version: 2, account_id: 5 }] },
  people: [{ ...RITIKA, away_until: '2026-11-30', count: 1, sums, has: { count: 7, sums } }],
  shown: [
    {
      ...{ renewal_id: 1, domain_name: 'acme.example', company_name: 'Acme', renewal_date: '2026-12-15' },
      ...{ value: '90000.00', currency: 'INR', to: 'Ritika' },
    },
  ],
};
const preview = answering(handOver.preview, found);

test('who gets what is looked at before it is done, and what was looked at is what is sent', async () => {
  let closed = 0;
  const { screen, user, bodies } = show(
    <HandOverDialog from={{ account_id: 4 }} onClose={() => (closed += 1)} />,
    list,
    preview,
    answering(handOver.give, {
      ...{ hand_over_id: 10, count: 1, to: [{ ...RITIKA, count: 1 }] },
      ...{ left: [{ renewal_id: 2, domain_name: 'b.example', why: 'changed' }], left_count: 1 },
    }),
  );
  await user.selectOptions(await screen.findByLabelText(/To whom/), '5');
  await user.click(screen.getByRole('button', { name: 'Look at it' }));
  expect(await screen.findByText('1 renewal of 3 would move.')).toBeTruthy();
  expect(bodies(handOver.preview), 'each gets as many unless something else is chosen').toMatchObject([
    { share: 'round_robin' },
  ]);
  expect(screen.getByText(/Away until 30-11-2026/)).toBeTruthy();

  await user.click(screen.getByRole('button', { name: 'Hand over 1' }));
  expect(
    await screen.findByText(/1 renewal handed over: Ritika 1. 1 renewal stayed: b.example \(changed meanwhile\)/),
  ).toBeTruthy();
  expect(bodies(handOver.give)[0]).toMatchObject({
    ...{ from: { account_id: 4 }, rows: [{ renewal_id: 1, version: 2, account_id: 5 }] },
  });
  expect(closed).toBe(1);
});

test('the toast’s Undo tells what came of it, though the dialog is closed', async () => {
  const Opened = () => {
    const [isOpen, setIsOpen] = useState(true);
    return isOpen && <HandOverDialog from={{ account_id: 4 }} onClose={() => setIsOpen(false)} />;
  };
  const given = { hand_over_id: 10, count: 1, to: [{ ...RITIKA, count: 1 }], left: [], left_count: 0 };
  const { screen, user } = show(
    <Opened />,
    ...[list, preview, answering(handOver.give, given)],
    answering(handOver.undo, () => refusing(410)),
  );
  await user.selectOptions(await screen.findByLabelText(/To whom/), '5');
  await user.click(screen.getByRole('button', { name: 'Look at it' }));
  await user.click(await screen.findByRole('button', { name: 'Hand over 1' }));
  await user.click(await screen.findByRole('button', { name: /^Undo/ }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(await screen.findByText(handOver.undo.refusals[410])).toBeTruthy();
});

test('what is handed over after the page was left is told, can be undone, and is no draft', async () => {
  const given = { hand_over_id: 10, count: 1, to: [{ ...RITIKA, count: 1 }], left: [], left_count: 0 };
  const { answer, arrives } = slowly(given);
  const { screen, user, back } = showPages(
    '/list',
    {
      '/list': <Link to={'/row' as '/'}>Hand over Tarun</Link>,
      '/row': <HandOverDialog from={{ account_id: 4 }} onClose={() => undefined} />,
    },
    ...[list, preview, answering(handOver.give, answer)],
  );
  const whom = async () => {
    await user.click(await screen.findByText('Hand over Tarun'));
    return screen.findByLabelText<HTMLSelectElement>(/To whom/);
  };
  await user.selectOptions(await whom(), '5');
  await user.click(screen.getByRole('button', { name: 'Look at it' }));
  await user.click(await screen.findByRole('button', { name: 'Hand over 1' }));
  back();
  await screen.findByText('Hand over Tarun');
  arrives();

  await screen.findByRole('button', { name: /^Undo/ });
  await whom();
  expect(screen.queryByRole('button', { name: /^Remove Ritika/ })).toBeNull();
});

test('what a suspension moved is told; who is not offered any more is not chosen', async () => {
  const { screen } = show(<HandOverDialog from={{ hand_over_id: 9 }} onClose={() => undefined} />, list);
  expect(await screen.findByText(/3 renewals of Meenal went to Tarun/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLSelectElement>(/Whose renewals/).value).toBe('h9');
  cleanup();
  const other = show(<HandOverDialog from={{ account_id: 77 }} onClose={() => undefined} />, list);
  expect((await other.screen.findByLabelText<HTMLSelectElement>(/Whose renewals/)).value).toBe('');
});

test('nobody gets what is their own, whichever was chosen first', async () => {
  const { screen, user, bodies } = show(<HandOverDialog onClose={() => undefined} />, list, preview);
  await user.selectOptions(await screen.findByLabelText(/To whom/), '4');
  await user.selectOptions(screen.getByLabelText(/Whose renewals/), 'a4');
  await user.click(screen.getByRole('button', { name: 'Look at it' }));
  expect(await screen.findByText('Choose at least one')).toBeTruthy();
  expect(bodies(handOver.preview)).toEqual([]);
});

test('another choice takes away what was looked at; nothing chosen is said at its field', async () => {
  const { screen, user } = show(<HandOverDialog onClose={() => undefined} />, list, preview);
  await user.click(await screen.findByRole('button', { name: 'Look at it' }));
  expect((await screen.findAllByText('Choose whose renewals')).length).toBeGreaterThan(0);
  await user.selectOptions(screen.getByLabelText(/Whose renewals/), 'h9');
  await user.selectOptions(screen.getByLabelText(/To whom/), '5');
  await user.click(screen.getByRole('button', { name: 'Look at it' }));
  expect(await screen.findByRole('button', { name: 'Hand over 1' })).toBeTruthy();
  await user.type(screen.getByLabelText(/How many/), '2');
  expect(screen.queryByRole('button', { name: 'Hand over 1' })).toBeNull();
});

test('what was looked at for other choices is not shown below those that were made meanwhile', async () => {
  const { answer, arrives } = slowly(found);
  const { screen, user } = show(
    <HandOverDialog from={{ account_id: 4 }} onClose={() => undefined} />,
    list,
    answering(handOver.preview, answer),
  );
  await user.selectOptions(await screen.findByLabelText(/To whom/), '5');
  const look = screen.getByRole<HTMLButtonElement>('button', { name: 'Look at it' });
  await user.click(look);
  await user.type(screen.getByLabelText(/How many/), '2');
  arrives();
  await expect.poll(() => look.disabled).toBe(false);
  expect(screen.queryByText('1 renewal of 3 would move.')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Hand over 1' })).toBeNull();

  await user.click(look);
  expect(await screen.findByRole('button', { name: 'Hand over 1' })).toBeTruthy();
});

test('what was handed over is undone, and what stays is told; a refusal stands in its words', async () => {
  const { screen, user } = show(
    <HandOverDialog onClose={() => undefined} />,
    list,
    answering(handOver.undo, {
      given_back: 2,
      left: [{ renewal_id: 2, domain_name: 'b.example', why: 'reassigned' }],
      left_count: 1,
    }),
  );
  await user.click(await screen.findByRole('button', { name: 'Undo: Meenal, suspended, to Tarun' }));
  expect(
    await screen.findByText(/2 renewals given back. 1 renewal stayed: b.example \(assigned otherwise since\)/),
  ).toBeTruthy();
});

test('who may hand over nothing is told so', async () => {
  const { screen } = show(
    <HandOverDialog onClose={() => undefined} />,
    answering(handOver.list, () => refusing(403)),
  );
  expect(await screen.findByText(handOver.list.refusals[403])).toBeTruthy();
});

test('what was chosen is not lost without a question; where nothing was it closes at once', async () => {
  let closed = 0;
  const { screen, user } = show(<HandOverDialog from={{ account_id: 4 }} onClose={() => (closed += 1)} />, list);
  const whom = await screen.findByLabelText(/To whom/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(closed).toBe(1);

  await user.selectOptions(whom, '5');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await screen.findByRole('alertdialog', { name: 'Close without saving?' });
  expect(closed).toBe(1);
});

test('where the list cannot be fetched afresh, none that is older is given out from', async () => {
  let fails = false;
  const { screen, user } = show(
    <Reopened>{(onClose) => <HandOverDialog from={{ account_id: 4 }} onClose={onClose} />}</Reopened>,
    answering(handOver.list, (body) =>
      fails ? refusing(503) : (list[1](body as never) as ReplyOf<typeof handOver.list>),
    ),
  );
  await screen.findByLabelText(/To whom/);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  fails = true;
  await user.click(screen.getByRole('button', { name: 'Open again' }));

  await screen.findByRole('button', { name: 'Retry' });
  expect(screen.queryByLabelText(/To whom/)).toBeNull();
});
