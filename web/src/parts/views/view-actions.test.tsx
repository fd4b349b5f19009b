import { views } from '@desk/contract/views';
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { keeping, openTrees, view } from './testing/trees.tsx';

const OPEN = '?cols=Names&leaf=small&rows=25&sort=-name&view=1';
const CHANGED = OPEN.replace('small', 'broad');
const team = view({ scope: 'team', owner: 'Ravi Nair', is_own: false, may_change: false });

beforeEach(() => preferencesOf('asha@desk.example'));

type Shown = Awaited<ReturnType<typeof openTrees>>;
const press = async ({ screen, user }: Shown, name: string) => user.click(await screen.findByRole('button', { name }));
const choose = async (shown: Shown, name: string) => {
  await press(shown, 'Options of view Small ones');
  await press(shown, name);
};
/** Gives the new view a name and a scope. */
async function nameIt(shown: Shown, { name = 'Mine', scope = 'My team' } = {}) {
  const { screen, user } = shown;
  const dialog = within(await screen.findByRole('dialog'));
  const field = dialog.getByLabelText(/^Name/);
  await user.clear(field);
  await user.type(field, name);
  await user.click(dialog.getByLabelText(scope));
  return dialog;
}

test('what is filtered can be saved as a view for the team, which is then open', async () => {
  const shown = await openTrees('?month=2026-12&leaf=small&page=2&q=nee', keeping());
  const { screen, bodies, parameters, link } = shown;
  await press(shown, '+ Save as view');
  const dialog = await nameIt(shown);
  expect(document.activeElement).not.toBe(screen.getByLabelText('All staff'));
  await shown.user.click(dialog.getByRole('button', { name: 'Save' }));

  await screen.findByText('View Mine saved');
  const search = 'cols=Work&leaf=small&q=nee&rows=10';
  expect(bodies(views.save)).toEqual([{ screen: 'trees', name: 'Mine', scope: 'team', search }]);
  await waitFor(() => expect(parameters()).toMatchObject({ month: '2026-12', view: '100', leaf: 'small', q: 'nee' }));
  expect((await link(/^Mine/)).getAttribute('aria-current')).toBe('true');
  await waitFor(() => expect(screen.queryByRole('button', { name: '+ Save as view' })).toBeNull());
});

test('a view that is deleted after the screen was left leads nowhere', async () => {
  const { held, answers } = keeping(view());
  const removal = slowly({});
  const shown = await openTrees(OPEN, { held, answers: [answering(views.remove, removal.answer), ...answers] });
  await shown.link('Small ones');
  await choose(shown, 'Delete');
  await press(shown, 'Delete');
  shown.goTo('/elsewhere');
  await shown.screen.findByText('Somewhere else');

  removal.arrives();

  await shown.screen.findByText('View Small ones deleted');
  expect(shown.address()).toBe('/elsewhere');
});

test('nothing is offered to save while the list is as it comes, nor in an open view', async () => {
  const plain = await openTrees('?cols=Names', keeping(view()));
  await plain.link('Small ones');
  expect(plain.screen.queryByRole('button', { name: /Save/ })).toBeNull();
});

test('a view that shows something else says so, and is saved, saved as another, or reset', async () => {
  const shown = await openTrees(CHANGED, keeping(view()));
  const { screen, bodies, link, parameters } = shown;
  await link('Small ones, changed');
  await press(shown, 'Reset');
  await waitFor(() => expect(parameters()['leaf']).toBe('small'));
  await link('Small ones');
  shown.back();
  await link('Small ones, changed');

  await press(shown, 'Save');

  await screen.findByText('View Small ones changed');
  await link('Small ones');
  expect(bodies(views.save)).toEqual([
    {
      ...{ screen: 'trees', view_id: 1, version: 3, name: 'Small ones', scope: 'private' },
      search: 'cols=Names&leaf=broad&rows=25&sort=-name',
    },
  ]);
});

test.each([
  [403, 'You are not allowed to do this.'],
  [409, 'A view of this name exists already, or was changed meanwhile. Please look at it again.'],
])('a save that is refused with %i says why in its place; what is shown stays', async (refusal, words) => {
  const server = keeping(view());
  const shown = await openTrees(CHANGED, server);
  server.held.refusal = refusal;
  await press(shown, 'Save');

  await shown.screen.findByText(words);
  expect(shown.parameters()['leaf']).toBe('broad');
});

test('a view that a colleague deleted meanwhile is said to be gone; what is shown can be saved as another', async () => {
  const server = keeping(view());
  const shown = await openTrees(CHANGED, server);
  await shown.link('Small ones, changed');
  server.held.views = [];
  server.held.refusal = 404;
  await press(shown, 'Save');

  await shown.screen.findByText('This view is not there any more.');
  await shown.screen.findByRole('button', { name: '+ Save as view' });
  expect(shown.parameters()['leaf']).toBe('broad');
});

test.each([
  [409, /exists already/],
  [422, /too many views/],
])('a new view that is refused with %i keeps what was typed', async (refusal, words) => {
  const server = keeping();
  const shown = await openTrees('?leaf=small', server);
  server.held.refusal = refusal;
  await press(shown, '+ Save as view');
  const dialog = await nameIt(shown);
  await shown.user.click(dialog.getByRole('button', { name: 'Save' }));

  await dialog.findByText(words);
  expect(dialog.getByLabelText<HTMLInputElement>(/^Name/).value).toBe('Mine');
  server.held.refusal = 0;
  await shown.user.click(dialog.getByRole('button', { name: 'Save' }));
  await shown.link(/^Mine/);
});

test('a view that was saved is not made twice where only the default failed', async () => {
  const { held, answers } = keeping();
  let isDown = true;
  const failing = answering(views.setDefault, () => (isDown ? refusing(500, { message: 'Not now' }) : {}));
  const shown = await openTrees('?leaf=small', { held, answers: [failing, ...answers] });
  await press(shown, '+ Save as view');
  const dialog = await nameIt(shown);
  await shown.user.click(dialog.getByLabelText('Open this screen with this view'));
  await shown.user.click(dialog.getByRole('button', { name: 'Save' }));
  await dialog.findByText('Not now');
  isDown = false;
  await shown.user.click(dialog.getByRole('button', { name: 'Save' }));

  await shown.screen.findByText('View Mine saved');
  expect(held.views).toHaveLength(1);
});

test('a name is asked for', async () => {
  const shown = await openTrees('?leaf=small', keeping());
  await press(shown, '+ Save as view');
  const dialog = within(await shown.screen.findByRole('dialog'));
  await shown.user.click(dialog.getByRole('button', { name: 'Save' }));

  await dialog.findByText('Enter a name');
  expect(shown.bodies(views.save)).toEqual([]);
});

test('only who may, offers a view to all staff', async () => {
  const server = keeping();
  server.held.may_share_with_all = false;
  const shown = await openTrees('?leaf=small', server);
  await press(shown, '+ Save as view');
  const dialog = within(await shown.screen.findByRole('dialog'));

  expect(dialog.getAllByRole('radio').map((one) => (one as HTMLInputElement).value)).toEqual(['private', 'team']);
});

test('a view is renamed and shared without its content', async () => {
  const shown = await openTrees(CHANGED, keeping(view()));
  await choose(shown, 'Rename or share');
  const dialog = await nameIt(shown, { name: 'For us' });
  await shown.user.click(dialog.getByRole('button', { name: 'Save' }));

  await shown.link('For us, For my team, changed');
  const { search } = view();
  expect(shown.bodies(views.save)).toEqual([
    { screen: 'trees', view_id: 1, version: 3, name: 'For us', scope: 'team', search },
  ]);
});

test('a screen opens with a view, and as it comes again', async () => {
  const shown = await openTrees(OPEN, keeping(team));
  await choose(shown, 'Open this screen with this view');
  await shown.screen.findByText('This screen opens with Small ones');
  await shown.link('Small ones, For the team, by Ravi Nair, this screen opens with it');
  await choose(shown, 'Open this screen as it comes');
  await shown.screen.findByText('This screen opens as it comes');

  expect(shown.bodies(views.setDefault)).toEqual([
    { screen: 'trees', view_id: 1 },
    { screen: 'trees', view_id: null },
  ]);
});

test("a colleague's view is not changed, but saved as one's own", async () => {
  const shown = await openTrees(CHANGED, keeping(team));
  await shown.screen.findByRole('button', { name: 'Save as' });
  expect(shown.screen.queryByRole('button', { name: 'Save' })).toBeNull();
  await press(shown, 'Options of view Small ones');
  expect(shown.screen.queryByRole('button', { name: 'Delete' })).toBeNull();
});

test('a view is deleted after a question; what is on screen stays', async () => {
  const shown = await openTrees(OPEN, keeping(view({ scope: 'team' })));
  await choose(shown, 'Delete');
  const question = within(await shown.screen.findByRole('alertdialog', { name: 'Delete view Small ones?' }));
  expect(question.getByText(/for your team too/)).toBeDefined();
  await shown.user.click(question.getByRole('button', { name: 'Delete' }));

  await shown.screen.findByText('View Small ones deleted');
  await waitFor(() => expect(shown.parameters()['view']).toBeUndefined());
  expect(shown.parameters()['leaf']).toBe('small');
  expect(shown.screen.queryByRole('link', { name: /^Small ones/ })).toBeNull();
});

test('while a view is saved its other actions say that they wait', async () => {
  const { held, answers } = keeping(view());
  const saving = slowly({ view_id: 1 });
  const shown = await openTrees(CHANGED, { held, answers: [answering(views.save, saving.answer), ...answers] });
  await press(shown, 'Save');
  const button = (name: string) => shown.screen.getByRole('button', { name });
  await waitFor(() => expect(button('Save as').getAttribute('aria-disabled')).toBe('true'));
  await press(shown, 'Reset');
  expect(shown.parameters()['leaf']).toBe('broad');

  saving.arrives();

  await waitFor(() => expect(button('Save as').getAttribute('aria-disabled')).toBe('false'));
});

test('views that do not fit stand under More, which says so where one of them is shown', async () => {
  vi.spyOn(HTMLElement.prototype, 'offsetTop', 'get').mockImplementation(function top(this: HTMLElement) {
    return this.textContent.startsWith('Small') || this.textContent.startsWith('Broad') ? 37 : 0;
  });
  const broad = view({ view_id: 2, name: 'Broad ones', search: 'cols=Names&leaf=broad&rows=10' });
  const shown = await openTrees(OPEN, keeping(view(), broad));
  await press(shown, 'More views, Small ones is shown');
  const hidden = shown.screen.getAllByRole('link', { name: 'Broad ones' }).at(-1) as HTMLElement;
  await shown.user.click(hidden);

  await waitFor(() => expect(shown.parameters()['leaf']).toBe('broad'));
  await shown.screen.findByRole('button', { name: 'More views, Broad ones is shown' });
  expect(document.activeElement).toBe(shown.screen.getByRole('button', { name: 'More views, Broad ones is shown' }));
  vi.restoreAllMocks();
});

test('on a small screen one button says which view is open and leads to the others and to what can be done', async () => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    ...{ matches: query.includes('max-width'), addEventListener: () => undefined },
    removeEventListener: () => undefined,
  }));
  const shown = await openTrees(CHANGED, keeping(view()));
  const { screen, user } = shown;
  await press(shown, 'View: Small ones, changed');
  const sheet = within(await screen.findByRole('dialog', { name: 'Views' }));
  await user.click(sheet.getByRole('button', { name: 'Save' }));
  await screen.findByText('View Small ones changed');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

  await press(shown, 'View: Small ones');
  await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'All columns' }));
  await screen.findByRole('button', { name: 'View: All columns' });
  vi.unstubAllGlobals();
});
