import { followUp } from '@desk/contract/follow-up';
import { renewals } from '@desk/contract/renewals';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { CommentForm } from './comment-form.tsx';
import { renewalDetails, renewalRow } from '../testing/renewal.ts';

test('what colleagues said meanwhile stands beside the form once saving is refused, and again once their state is loaded', async () => {
  let comments: { comment_id: number; followup_comment: string; updated_by: string; updated_on: string }[] = [];
  const say = (followup_comment: string) => {
    const about = { updated_by: 'ravi@desk.example', updated_on: '2026-11-18T10:00:00Z' };
    comments = [{ comment_id: comments.length + 1, followup_comment, ...about }, ...comments];
  };
  const { screen, user } = show(
    <CommentForm row={renewalRow()} onClose={() => undefined} />,
    answering(renewals.details, () => ({ domain: [renewalDetails({ version: 3 + comments.length })] })),
    answering(followUp.comments, () => ({ followup_comment: comments })),
    answering(followUp.saveStatus, () => refusing(409)),
  );
  await user.selectOptions(await screen.findByLabelText(/^Highlight/), 'Red');
  await user.selectOptions(screen.getByLabelText(/^Status/), 'Moved to O365');
  say('Asked for two more weeks');
  expect(screen.queryByText('Asked for two more weeks')).toBeNull();

  await user.click(screen.getByText('Save'));
  await screen.findByText('Asked for two more weeks');
  say('Sent the offer again');
  await user.click(screen.getByText('Load the current data'));
  await screen.findByText('Sent the offer again');
});

test('words that a colleague left meanwhile are not taken back by who never touched them', async () => {
  let row = renewalDetails({ special_comments: 'Decides in June' });
  const { screen, user, bodies } = show(
    <CommentForm row={renewalRow()} onClose={() => undefined} />,
    answering(renewals.details, () => ({ domain: [row] })),
    answering(followUp.comments, { followup_comment: [] }),
    answering(followUp.saveStatus, ({ version }) =>
      version === row.version ? { version: 5, instruction_id: null } : refusing(409),
    ),
  );
  await user.selectOptions(await screen.findByLabelText(/^Highlight/), 'Red');
  await user.selectOptions(screen.getByLabelText(/^Status/), 'Moved to O365');
  row = { ...row, version: 4, special_comments: 'The board meets on Friday' };
  await user.click(screen.getByText('Save'));

  await user.click(await screen.findByText('Load the current data'));
  await screen.findByText(/^By now: /);
  expect(screen.getByLabelText<HTMLSelectElement>(/^Highlight/).value).toBe('Red');
  await user.click(screen.getByText('Save'));

  await waitFor(() => expect(bodies(followUp.saveStatus)).toHaveLength(2));
  expect(bodies(followUp.saveStatus).at(-1)).toMatchObject({
    version: 4,
    formData: { highlight: 'Red', special_comments: 'The board meets on Friday' },
  });
});
