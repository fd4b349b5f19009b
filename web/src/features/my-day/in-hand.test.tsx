import type { InputOf } from '@desk/contract/call';
import { followUp } from '@desk/contract/follow-up';
import { myDay, type WorkItem } from '@desk/contract/renewal-work/my-day';
import { timeline } from '@desk/contract/timeline';
import { waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { counted } from '../../kit/text/format.ts';
import { answeringInstructions, answeringPlan, instruction } from '../../parts/testing/instructions.ts';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { day, item, open, planDialog, summaryOf, TWO } from './testing/open-day.tsx';

afterEach(() => vi.unstubAllGlobals());

const URGENT = item({ renewal_id: 9, domain_name: 'urgent.example', group: 'overdue', days_late: 5 });
const LAST = item({ renewal_id: 3, domain_name: 'last.example' });

/** A day whose list others change; `change` waits until the page has asked for it. */
function openChanging(first: readonly WorkItem[], ...others: Parameters<typeof open>[1][]) {
  let items = first;
  const shown = open(() => day(items), answering(followUp.addComment, {}), ...others);
  const change = async (to: readonly WorkItem[]) => {
    items = to;
    const asked = shown.bodies(myDay.list).length;
    // Coming back to the window asks again, as each minute does.
    window.dispatchEvent(new Event('visibilitychange'));
    await waitFor(() => expect(shown.bodies(myDay.list).length).toBeGreaterThan(asked));
  };
  const about = async (domain: string) =>
    within(await shown.screen.findByRole('complementary', { name: `About ${domain}` }));
  const write = async (domain: string, words: string) => {
    await (await about(domain)).findByLabelText('What was said', { selector: 'textarea' });
    await shown.user.keyboard(`c${words}`);
  };
  return { ...shown, change, about, write };
}

/** What is blocked comes first. */
const openBlocked = () =>
  openChanging(
    [item({ kind: 'decide', act: 'look' }), LAST],
    answeringInstructions(instruction({ renewal_id: 1, state: 'blocked', reason: 'Free 4 seats first.' })),
    answeringPlan(),
  );

/** A reason for taking back what is asked for is written. */
async function takeBack({ screen, user }: Pick<ReturnType<typeof open>, 'screen' | 'user'>) {
  await user.click(await screen.findByRole('button', { name: 'Take back' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox'), 'They stay');
  return dialog;
}

async function openTakingBack() {
  const shown = openBlocked();
  await shown.about('acme.example');
  return { ...shown, dialog: await takeBack(shown) };
}

test('what is more urgent comes first in the list, and does not take the place of the item that is written on', async () => {
  const { screen, user, change, about, write } = openChanging(TWO);
  await write('acme.example', 'Half a ');
  await change([URGENT, ...TWO]);

  await screen.findByRole('button', { name: /urgent\.example/ });
  await user.keyboard('sentence');

  expect((await about('acme.example')).getByDisplayValue('Half a sentence')).toBeTruthy();
});

test('an item that a colleague finishes while it is written on stays until one moves on, and then the one after it comes', async () => {
  const { screen, user, change, about, write, bodies } = openChanging([...TWO, LAST]);
  await write('acme.example', 'Half a ');
  await change([...TWO, LAST].slice(1));
  await waitFor(() => expect(screen.queryByRole('button', { name: /acme\.example/ })).toBeNull());

  await user.keyboard('sentence');
  const panel = await about('acme.example');
  await user.click(panel.getByRole('button', { name: /^Save and next/ }));

  await about('indus.example');
  expect(bodies(followUp.addComment)).toEqual([{ comment: 'Half a sentence', renewal_id: 1 }]);
});

test('the last item, finished by a colleague while it is written on, stays beside a list in which nothing is to be done', async () => {
  const { screen, user, change, about, write } = openChanging(TWO.slice(0, 1));
  await write('acme.example', 'Half a ');
  await change([]);
  await screen.findByText('Nothing to do');

  await user.keyboard('sentence');

  expect((await about('acme.example')).getByDisplayValue('Half a sentence')).toBeTruthy();
});

test('a dialog about what stands at the provider outlasts that a colleague finishes its item, and the item goes when it is closed', async () => {
  const { screen, user, change, about, dialog } = await openTakingBack();
  await change([LAST]);
  await waitFor(() => expect(screen.queryByRole('button', { name: /acme\.example/ })).toBeNull());

  expect(dialog.getByDisplayValue('They stay')).toBeTruthy();
  await user.clear(dialog.getByRole('textbox'));
  await user.keyboard('{Escape}');
  await about('last.example');
});

test('a dialog about what stands at the provider outlasts that its item asks for something else', async () => {
  const { screen, user, change, dialog } = await openTakingBack();
  await change([item({ sentence: 'Call Nisha' }), LAST]);
  expect((await screen.findAllByText('Call Nisha')).length).toBeGreaterThan(0);

  expect(dialog.getByDisplayValue('They stay')).toBeTruthy();
  await user.clear(dialog.getByRole('textbox'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull());
});

test.each<[string, readonly WorkItem[]]>([
  ['is finished', [LAST]],
  ['is finished as the last one', []],
  ['asks for something else, in another group', [LAST, item({ group: 'week', sentence: 'Call Nisha' }), URGENT]],
])('on a phone a dialog about what stands at the provider outlasts that its item %s', async (_, to) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { screen, user, change } = openBlocked();
  await user.click(await screen.findByRole('button', { name: /acme\.example/ }));
  const dialog = await takeBack({ screen, user });
  await change(to);
  await screen.findByText(to.length === 0 ? / · nothing to do/ : new RegExp(` · ${counted(to.length, 'thing')} to do`));

  expect(screen.getByDisplayValue('They stay')).toBeTruthy();
  await user.clear(dialog.getByRole('textbox'));
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Take back' })).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('an item that is finished while nobody writes makes room for the one after it', async () => {
  const { change, about } = openChanging([...TWO, LAST]);
  await about('acme.example');
  await change([...TWO, LAST].slice(1));
  await about('indus.example');
});

test('another list begins with its own first item, also where the one that was shown is in it', async () => {
  const covering = [{ account_id: 9, name: 'Meenal', count: 2 }];
  const { screen, user } = open(
    ({ scope }) => day(scope === 'mine' ? TWO.slice(0, 1) : [URGENT, ...TWO], { covering }),
    answering(followUp.addComment, {}),
  );
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.click(screen.getByLabelText('Covering for Meenal · 2'));
  await screen.findByRole('complementary', { name: 'About urgent.example' });
});

test('a dialog in which the last item was done closes with it, and is not open on what comes later', async () => {
  const all = TWO.slice(0, 1);
  let items = all;
  const { answer, arrives } = slowly(refusing(500));
  const { screen, user } = open(
    () => day(items),
    answering(myDay.setNext, () => {
      items = [];
      return { was: null };
    }),
    // What else is on screen takes longer than the list.
    answering(timeline.entries, () => (items.length === 0 ? answer() : refusing(500))),
  );
  await screen.findByRole('complementary', { name: 'About acme.example' });
  await user.keyboard('s');
  const dialog = await planDialog('acme.example');
  await user.type(dialog.getByLabelText(/^Reason/), 'Asked to call back');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Nothing to do');
  arrives();
  await screen.findByText(/^Next on acme.example/);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  items = all;
  window.dispatchEvent(new Event('visibilitychange'));
  await screen.findByRole('complementary', { name: 'About acme.example' });
  expect(screen.queryByRole('dialog')).toBeNull();
});

/** Pages of today as the server gives them. */
const paged =
  (all: () => readonly WorkItem[]) =>
  ({ group, from = 0 }: InputOf<typeof myDay.list>) => {
    const whole = day(all());
    const groups = whole.groups.map((one) => ({ ...one, items: one.items.slice(from, from + 25) }));
    return { ...whole, groups: group ? groups.filter((one) => one.group === group) : groups };
  };

test('the list stays as long as it was made, and Save and next goes on in it', async () => {
  const all = Array.from({ length: 40 }, (_, at) => item({ renewal_id: at + 1, domain_name: `d${at + 1}.example` }));
  let items = all;
  const { screen, user, bodies } = open(
    paged(() => items),
    answering(followUp.addComment, () => {
      // It waits for the customer now, and somebody else finished the first of all.
      items = items.filter(({ renewal_id }) => renewal_id !== 30 && renewal_id !== 1);
      return {};
    }),
    summaryOf([{ ...renewalRow({ renewal_id: 30 }), by_itself: null }]),
  );
  await user.click(await screen.findByRole('button', { name: 'Show more of 15' }));
  await user.click(await screen.findByRole('button', { name: /d30\.example/ }));
  const panel = within(await screen.findByRole('complementary', { name: 'About d30.example' }));
  await user.type(await panel.findByLabelText('What was said', { selector: 'textarea' }), 'PO tomorrow');
  await user.click(panel.getByRole('button', { name: /^Save and next/ }));

  await screen.findByRole('complementary', { name: 'About d31.example' });
  expect(bodies(followUp.addComment)).toEqual([{ comment: 'PO tomorrow', renewal_id: 30 }]);
  const rows = within(screen.getByRole('region', { name: 'Today' })).getAllByRole('listitem');
  expect(rows.map(({ id }) => id)).toEqual(items.map(({ renewal_id }) => `work-${renewal_id}-`));
});
