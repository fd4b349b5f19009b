import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { Link } from '@tanstack/react-router';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { answering, refusing, show, showPages, slowly } from '../../testing/show.tsx';
import { FollowUpHistory } from './follow-up-history.tsx';
import { renewalRow } from '../testing/renewal.ts';

const first = {
  comment_id: 1,
  followup_comment: 'Spoke to the IT head',
  updated_by: 'ravi@desk.example',
  updated_on: '2026-11-18T10:00:00Z',
};
const open = (...answers: Parameters<typeof show>[1][]) => {
  const onClose = vi.fn();
  return { ...show(<FollowUpHistory row={renewalRow()} onClose={onClose} />, ...answers), onClose };
};

test('a comment says what, who and when, in Indian time', async () => {
  const { screen } = open(answering(followUp.comments, { followup_comment: [first] }));

  await screen.findByText('Spoke to the IT head');
  expect(screen.getByText('ravi@desk.example')).toBeDefined();
  expect(screen.getByText('18 Nov 2026, 15:30')).toBeDefined();
});

test('who opens it can write at once', () => {
  const { screen } = open(answering(followUp.comments, { followup_comment: [first] }));
  return waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('New comment')));
});

test('a new comment is sent once and stands on top, and the field is empty again', async () => {
  const comments = [first];
  const { screen, user, sent } = open(
    answering(followUp.comments, () => ({ followup_comment: comments })),
    answering(followUp.addComment, ({ comment }) => {
      comments.unshift({ ...first, comment_id: 2, followup_comment: comment });
      return {};
    }),
  );
  await screen.findByText('Spoke to the IT head');

  await user.type(screen.getByLabelText('New comment'), 'Purchase order is on its way');
  await user.click(screen.getByText('Add Comment'));

  await screen.findByText('Purchase order is on its way', { selector: 'li p' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('New comment').value).toBe('');
  expect(sent.filter(({ path }) => path === followUp.addComment.path).map(({ body }) => body)).toEqual([
    { comment: 'Purchase order is on its way', renewal_id: 7 },
  ]);
});

test('what is typed while a comment is being saved stays in the field', async () => {
  const { answer, arrives } = slowly({});
  const { screen, user } = open(
    answering(followUp.comments, { followup_comment: [] }),
    answering(followUp.addComment, answer),
  );
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New comment');
  await user.type(field, 'Called twice');
  await user.click(screen.getByText('Add Comment'));
  await user.type(field, ', and wrote');
  arrives();

  await screen.findByText('Comment Added Successfully');
  await expect.poll(() => screen.getByText('Add Comment').closest('button')?.disabled).toBe(false);
  expect(field.value).toBe('Called twice, and wrote');
});

test.each([
  ['', ''],
  [', and wrote', 'Called twice, and wrote'],
])(
  'a comment that is saved after the page was left comes back as no draft; with "%s" typed after it that does',
  async (more, draft) => {
    const { answer, arrives } = slowly({});
    const answers = [answering(followUp.comments, { followup_comment: [] }), answering(followUp.addComment, answer)];
    const { screen, user, back } = showPages(
      '/list',
      {
        '/list': <Link to={'/row' as '/'}>acme.example</Link>,
        '/row': <FollowUpHistory row={renewalRow()} onClose={vi.fn()} />,
      },
      ...answers,
    );
    const field = async () => {
      await user.click(await screen.findByText('acme.example'));
      return screen.findByLabelText<HTMLTextAreaElement>('New comment');
    };
    await user.type(await field(), 'Called twice');
    await user.click(screen.getByText('Add Comment'));
    if (more !== '') await user.type(screen.getByLabelText('New comment'), more);
    back();
    await screen.findByText('acme.example');
    arrives();
    await screen.findByText('Comment Added Successfully');

    expect((await field()).value).toBe(draft);
  },
);

test('what is typed outlasts a look at another tab, and closing asks once before it is lost; a draft is kept', async () => {
  const comments = answering(followUp.comments, { followup_comment: [first] });
  const history = answering(renewals.history, { history: [] });
  const { screen, user, onClose } = open(comments, history);
  const field = () => screen.findByLabelText<HTMLTextAreaElement>('New comment');
  await user.type(await field(), 'Called twice');
  await user.click(screen.getByText('All changes'));
  await screen.findByText('No Data Present');
  await user.click(screen.getByText('Comments'));
  expect((await field()).value).toBe('Called twice');

  await user.keyboard('{Escape}');
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }));
  expect(onClose).not.toHaveBeenCalled();
  cleanup();
  const again = open(comments);
  expect((await field()).value).toBe('Called twice');
  await user.click(screen.getByRole('button', { name: 'Close' }));
  await user.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(again.onClose).toHaveBeenCalledOnce();
  cleanup();
  open(comments);
  expect((await field()).value).toBe('');
});

test('an empty comment is not sent; a refused one stays in the field', async () => {
  const { screen, user, sent } = open(
    answering(followUp.comments, { followup_comment: [] }),
    answering(followUp.addComment, () => refusing(404)),
  );
  await screen.findByText('No Data Present');

  await user.click(screen.getByText('Add Comment'));
  await screen.findByText('Enter a comment');
  expect(sent.some(({ path }) => path === followUp.addComment.path)).toBe(false);

  await user.type(screen.getByLabelText('New comment'), 'Called twice');
  await user.click(screen.getByText('Add Comment'));
  await screen.findByText('Could not save the comment. Please try refreshing the page');
  expect(screen.getByLabelText<HTMLTextAreaElement>('New comment').value).toBe('Called twice');
});

test('All changes shows every write with its old and new value', async () => {
  const { screen, user } = open(
    answering(followUp.comments, { followup_comment: [] }),
    answering(renewals.history, {
      history: [
        {
          entry_id: 1,
          at: '2026-11-20T08:35:00Z',
          by: 'asha@desk.example',
          action: 'Zone changed',
          changes: [
            { field: 'Zone', old: null, new: 'West' },
            { field: 'Extension Date', old: '2026-12-31', new: '2027-01-31' },
          ],
        },
      ],
    }),
  );

  await user.click(await screen.findByText('All changes'));

  await screen.findByText('N/A → West');
  expect(screen.getByText('31-12-2026 → 31-01-2027')).toBeDefined();
  expect(screen.getByText('asha@desk.example')).toBeDefined();
  expect(screen.getByText('20 Nov 2026, 14:05')).toBeDefined();
});
