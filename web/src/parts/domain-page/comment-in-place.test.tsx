import { followUp } from '@desk/contract/follow-up';
import type { RenewalRow } from '@desk/contract/renewals';
import { Link } from '@tanstack/react-router';
import { cleanup, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { answering, show, showPages, slowly } from '../../testing/show.tsx';
import { renewalRow } from '../testing/renewal.ts';
import { CommentInPlace } from './comment-in-place.tsx';

const open = (...answers: Parameters<typeof show>[1][]) => openFor(renewalRow(), ...answers);
const openFor = (renewal: RenewalRow, ...answers: Parameters<typeof show>[1][]) => {
  const onNext = vi.fn();
  const shown = show(<CommentInPlace renewal={renewal} onNext={onNext} />, ...answers);
  const field = () => shown.screen.findByLabelText<HTMLTextAreaElement>('What was said');
  const chosen = async () => (await shown.screen.findByLabelText<HTMLSelectElement>('Status')).value;
  return { ...shown, onNext, field, chosen };
};

const HIGHLIGHTED = { highlight_case: 'Red' } as const;

test('a status and a next step that were chosen are there again as the words are, and saved with them', async () => {
  const first = openFor(renewalRow(HIGHLIGHTED));
  await first.user.selectOptions(await first.screen.findByLabelText('Status'), 'In Discussion');
  await first.user.selectOptions(first.screen.getByLabelText('Next step'), 'call');
  cleanup();

  const { screen, user, bodies, field, chosen } = openFor(renewalRow(HIGHLIGHTED), answering(followUp.addComment, {}));
  expect(await chosen()).toBe('In Discussion');
  await user.type(await field(), 'PO tomorrow');
  await user.click(screen.getByRole('button', { name: 'Add' }));

  await screen.findByText('Comment Added Successfully');
  expect(bodies(followUp.addComment)).toMatchObject([
    { comment: 'PO tomorrow', formData: { highlight: 'Red', status: 'In Discussion' }, next: { kind: 'call' } },
  ]);
});

test('of a status that was saved, or put back, nothing is laid over what a colleague sets later', async () => {
  const first = openFor(renewalRow(HIGHLIGHTED), answering(followUp.addComment, {}));
  await first.user.selectOptions(await first.screen.findByLabelText('Status'), 'In Discussion');
  await first.user.type(await first.field(), 'PO tomorrow');
  await first.user.click(first.screen.getByRole('button', { name: 'Add' }));
  await first.screen.findByText('Comment Added Successfully');
  cleanup();

  const second = openFor(renewalRow({ ...HIGHLIGHTED, confirmation_status: 'Moved to O365' }));
  expect(await second.chosen()).toBe('Moved to O365');
  await second.user.selectOptions(second.screen.getByLabelText('Status'), 'In Discussion');
  await second.user.selectOptions(second.screen.getByLabelText('Status'), 'Moved to O365');
  cleanup();

  expect(await openFor(renewalRow(HIGHLIGHTED)).chosen()).toBe('');
});

test('what is typed while a comment is being saved stays, its draft too, and nobody is taken away from it', async () => {
  const { answer, arrives } = slowly({});
  const { screen, user, field, onNext } = open(answering(followUp.addComment, answer));
  await user.type(await field(), 'PO tomorrow');
  await user.click(screen.getByRole('button', { name: /^Save and next/ }));
  await user.type(await field(), ', says Asha');
  arrives();

  await screen.findByText('Comment Added Successfully');
  expect((await field()).value).toBe('PO tomorrow, says Asha');
  expect(document.activeElement).toBe(await field());
  expect(onNext).not.toHaveBeenCalled();
  cleanup();
  expect((await open().field()).value).toBe('PO tomorrow, says Asha');
});

test('a comment that is saved leaves neither words nor a draft', async () => {
  const { screen, user, field, onNext } = open(answering(followUp.addComment, {}));
  await user.type(await field(), 'PO tomorrow');
  await user.click(screen.getByRole('button', { name: /^Save and next/ }));

  await expect.poll(() => onNext.mock.calls.length).toBe(1);
  expect((await field()).value).toBe('');
  cleanup();
  expect((await open().field()).value).toBe('');
});

test('who went elsewhere while a comment is being saved stays there, and finds no draft of it', async () => {
  const { answer, arrives } = slowly({});
  const onNext = vi.fn();
  const { screen, user } = showPages(
    '/',
    {
      '/': (
        <>
          <CommentInPlace renewal={renewalRow()} onNext={onNext} />
          <Link to={'/other' as '/'}>Elsewhere</Link>
        </>
      ),
      '/other': (
        <>
          <h1 tabIndex={-1}>Other</h1>
          <input aria-label="Search" />
        </>
      ),
    },
    answering(followUp.addComment, answer),
  );
  await user.type(await screen.findByLabelText('What was said'), 'PO tomorrow');
  await user.click(screen.getByRole('button', { name: /^Save and next/ }));
  await user.click(screen.getByText('Elsewhere'));
  const search = await screen.findByLabelText('Search');
  await user.click(search);
  arrives();

  await screen.findByText('Comment Added Successfully');
  expect(document.activeElement).toBe(search);
  expect(onNext).not.toHaveBeenCalled();
  cleanup();
  expect((await open().field()).value).toBe('');
});

test('a status that was chosen before a colleague set another one is shown with theirs, before it is replaced', async () => {
  const first = openFor(renewalRow(HIGHLIGHTED));
  await first.user.selectOptions(await first.screen.findByLabelText('Status'), 'In Discussion');
  cleanup();

  const { screen, user, chosen } = openFor(
    renewalRow({ ...HIGHLIGHTED, confirmation_status: 'Moved to O365', version: 9 }),
  );
  expect(await chosen()).toBe('In Discussion');
  const words = 'By now: Moved to O365';
  expect(screen.getByLabelText('Status', { exact: false }).getAttribute('aria-describedby')).toBe(
    screen.getByText(words).id,
  );

  await user.selectOptions(screen.getByLabelText('Status', { exact: false }), 'Moved to O365');
  expect(screen.queryByText(words)).toBeNull();
});

test('a day that was chosen with a next step goes with it', async () => {
  const { screen, user } = openFor(renewalRow(HIGHLIGHTED));
  await user.selectOptions(await screen.findByLabelText('Next step'), 'call');
  await user.selectOptions(screen.getByLabelText('Next step'), '');
  expect(Object.keys(sessionStorage).filter((key) => key.includes('said-'))).toEqual([]);
});

test.each<[string, Partial<RenewalRow>, boolean[]]>([
  ['neither', { highlight_case: null, confirmation_status: null }, [true, true]],
  ['a flag', { ...HIGHLIGHTED, confirmation_status: null }, [false, true]],
  ['both', { ...HIGHLIGHTED, confirmation_status: 'In Discussion' }, [false, false]],
])('with %s set, a blank is offered only where nothing is', async (_, set, offered) => {
  const { screen } = openFor(renewalRow(set));
  const fields = [await screen.findByLabelText('Highlight'), screen.getByLabelText('Status')];
  expect(fields.map((field) => within(field).queryByText('None') !== null)).toEqual(offered);
});

test.each(['on a phone', 'without single letters'])(
  '%s no key is named that would open the whole form',
  async (where) => {
    preferencesOf('asha@desk.example');
    onTestFinished(() => {
      preferencesOf('');
      vi.unstubAllGlobals();
    });
    if (where === 'without single letters') localStorage.setItem('desk:asha@desk.example:single-letters', 'false');
    else
      vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() }));
    const { screen, user, field } = openFor(renewalRow({ ...HIGHLIGHTED, confirmation_status: 'Extension' }));
    await user.selectOptions(await screen.findByLabelText('Highlight'), 'Green');
    await user.type(await field(), 'Called');
    await user.click(screen.getByRole('button', { name: 'Add' }));

    expect(await screen.findByText('This status has fields of its own, in the whole form.')).toBeTruthy();
  },
);
