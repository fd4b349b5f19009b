import { views } from '@desk/contract/views';
import { waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { keeping, openTrees, signInAs, trees, view } from './testing/trees.tsx';

const team = view({ view_id: 2, name: 'Broad ones', scope: 'team', owner: 'Ravi Nair', is_own: false, may_change: false, search: 'cols=All+columns&leaf=broad&rows=10' }); // prettier-ignore

beforeEach(() => preferencesOf('asha@desk.example'));

test('views stand above the list, built-in ones first, each a link that says whose it is', async () => {
  const { screen, link } = await openTrees(
    '',
    keeping(view(), team, view({ view_id: 3, name: 'Of all', scope: 'all' })),
  );
  await link(/^Of all/);

  const names = within(screen.getByRole('navigation', { name: 'Views' }))
    .getAllByRole('link')
    .map((one) => one.textContent);
  expect(names).toEqual(['Work', 'Names', 'All columns', 'Small ones', 'Broad ones, For the team, by Ravi Nair', 'Of all, For all staff']); // prettier-ignore
  expect((await link('Work')).getAttribute('aria-current')).toBe('true');
});

test('a view is opened with all it holds, in the address; Back leads to what was there', async () => {
  const { user, link, parameters, bodies, back, screen } = await openTrees('?month=2026-12&q=nee', keeping(view()));

  await user.click(await link('Small ones'));

  await waitFor(() =>
    expect(parameters()).toEqual({
      ...{ month: '2026-12', cols: 'Names', leaf: 'small', rows: '25', sort: '-name', view: '1' },
    }),
  );
  await waitFor(() =>
    expect(bodies(trees).at(-1)).toEqual({ leaf: 'small', page: 1, size: 25, sort: 'name', direction: 'desc' }),
  );
  expect((await link('Small ones')).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByRole('columnheader', { name: 'Height' })).toBeNull();
  back();
  await waitFor(() => expect(parameters()).toEqual({ month: '2026-12', q: 'nee' }));
});

test('a link shows the same to who does not see its view, and can be saved as another', async () => {
  const { bodies, screen, link } = await openTrees('?cols=Names&leaf=small&rows=25&sort=-name&view=77', keeping());

  expect(bodies(trees)).toEqual([{ leaf: 'small', page: 1, size: 25, sort: 'name', direction: 'desc' }]);
  expect((await link('Names')).getAttribute('aria-current')).toBe('true');
  expect(await screen.findByRole('button', { name: '+ Save as view' })).toBeDefined();
});

test('columns and rows that are chosen outside a view are one’s own and in the address; those within a view are the view’s', async () => {
  const { user, link, screen, parameters } = await openTrees('', keeping(view()));
  const own = () => [
    localStorage.getItem('desk:asha@desk.example:columns:trees'),
    localStorage.getItem('desk:asha@desk.example:page-size:trees'),
  ];
  await user.click(await link('Names'));
  await waitFor(() => expect(parameters()).toEqual({ cols: 'Names' }));
  await user.selectOptions(screen.getByLabelText('Rows a page'), '50');
  await waitFor(() => expect(parameters()).toEqual({ cols: 'Names', rows: '50' }));
  expect(own()).toEqual(['"Names"', '50']);

  await user.click(await link('Small ones'));
  await waitFor(() => expect(parameters()['view']).toBe('1'));
  await user.selectOptions(screen.getByLabelText('Rows a page'), '100');
  await waitFor(() => expect(parameters()['rows']).toBe('100'));
  await user.click(screen.getByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('checkbox', { name: 'Height' }));
  await waitFor(() => expect(parameters()['cols']).toBe('name,height'));
  expect(own()).toEqual(['"Names"', '50']);
});

test('a view that is left for a built-in one takes its filters with it; between built-in ones filters stay', async () => {
  const { user, link, parameters } = await openTrees('?leaf=broad&q=nee', keeping(view()));
  await user.click(await link('Names'));
  await waitFor(() => expect(parameters()).toEqual({ cols: 'Names', leaf: 'broad', q: 'nee' }));

  await user.click(await link('Small ones'));
  await waitFor(() => expect(parameters()['view']).toBe('1'));
  await user.click(await link('All columns'));
  await waitFor(() => expect(parameters()).toEqual({ cols: 'All columns' }));
});

test('of a view whose column, filter or built-in view is gone the rest is opened, as if nothing was changed', async () => {
  const gone = view({ search: 'cols=girth,height&leaf=blue&bark=rough&q=nee&rows=7', name: 'Old' });
  const { user, link, parameters, screen } = await openTrees('', keeping(gone));

  await user.click(await link('Old'));

  await waitFor(() => expect(parameters()).toEqual({ cols: 'height', q: 'nee', rows: '10', view: '1' }));
  expect((await link('Old')).getAttribute('aria-current')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Save as' })).toBeNull();
});

test('a screen that is opened from the menu begins with its default; a link does not, nor what was cleared', async () => {
  const byDefault = keeping(view({ is_default: true }));
  const { parameters, link, user, screen } = await openTrees('', byDefault);
  await waitFor(() => expect(parameters()).toMatchObject({ leaf: 'small', view: '1' }));
  await link('Small ones, this screen opens with it');

  await user.click(await link('All columns'));
  await user.click(screen.getByRole('button', { name: 'Other grove' }));
  await waitFor(() => expect(parameters()).toEqual({ grove: 'south' }));
});

test('the default never rewrites a link', async () => {
  const { parameters, link } = await openTrees('?q=nee', keeping(view({ is_default: true })));
  await link(/^Small ones/);

  expect(parameters()).toEqual({ q: 'nee' });
});

test('an address with nothing but the name of a view opens it, in the month that it names', async () => {
  const { parameters } = await openTrees('?view=1&month=2026-12', keeping(view()));

  await waitFor(() => expect(parameters()).toMatchObject({ leaf: 'small', month: '2026-12', view: '1' }));
});

test('each list of a screen has views of its own; the default leads to the list that it is of', async () => {
  const south = view({ view_id: 4, name: 'Of the south', search: 'cols=Names&grove=south&rows=10', is_default: true });
  const { parameters, link, user, screen } = await openTrees('', keeping(view(), south));
  await waitFor(() => expect(parameters()).toEqual({ cols: 'Names', grove: 'south', rows: '10', view: '4' }));
  await link(/^Of the south/);
  expect(screen.queryByRole('link', { name: 'Small ones' })).toBeNull();

  await user.click(screen.getByRole('button', { name: 'Other grove' }));
  await link('Small ones');
  expect(screen.queryByRole('link', { name: /^Of the south/ })).toBeNull();
  expect(parameters()).toEqual({});
});

test('what a colleague saves shows by the server’s news', async () => {
  signInAs('ADMIN');
  const server = keeping();
  const { emit, link, bodies } = await openTrees('', server);
  await waitFor(() => expect(bodies(views.list)).toHaveLength(1));
  server.held.views = [team];
  emit('views', {});

  await link(/^Broad ones/);
});

test('a customer’s list has no views', async () => {
  signInAs('CUSTOMER');
  const { bodies, link, screen } = await openTrees('?leaf=small', keeping(view()));
  await link('Names');

  expect(bodies(views.list)).toEqual([]);
  expect(screen.queryByRole('button', { name: '+ Save as view' })).toBeNull();
});

test('a list asks for the views of its own screen, also while another one is on its way', async () => {
  const { bodies, goTo, screen } = await openTrees('', keeping(view()));
  goTo('/home/my_day');
  await screen.findByText('Somewhere else');

  expect(bodies(views.list)).toEqual([{ screen: 'trees' }]);
});

test('views that could not be loaded say so above the list, which is there', async () => {
  const { answers, held } = keeping(view());
  let isThere = false;
  const failing = answering(views.list, () =>
    isThere ? { views: held.views, may_share_with_all: false } : refusing(500, { message: 'No views today' }),
  );
  const { screen, user, link } = await openTrees('', { held, answers: [failing, ...answers] });
  await screen.findByText(/The saved views are not loaded. No views today/);
  isThere = true;

  await user.click(screen.getByRole('button', { name: 'Try again' }));

  await link('Small ones');
});
