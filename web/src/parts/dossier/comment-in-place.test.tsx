import { followUp } from '@desk/contract/follow-up';
import { Link } from '@tanstack/react-router';
import { cleanup } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, show, showPages, slowly } from '../../testing/show.tsx';
import { renewalRow } from '../testing/renewal.ts';
import { CommentInPlace } from './comment-in-place.tsx';

const open = (...answers: Parameters<typeof show>[1][]) => {
  const onNext = vi.fn();
  const shown = show(<CommentInPlace renewal={renewalRow()} onNext={onNext} />, ...answers);
  const field = () => shown.screen.findByLabelText<HTMLTextAreaElement>('What was said');
  return { ...shown, onNext, field };
};

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
