import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { renewalDetails } from '../testing/renewal.ts';
import { CommentFacts } from './comment-facts.tsx';

test.each([
  ['renewed', 'This term is over: it has renewed.'],
  ['passed', 'This term is over: its day has passed.'],
  ['ended', 'This term is over: the subscription has ended.'],
] as const)(
  'of a term that is over (%s) it is said that the next one has a renewal of its own',
  async (because, words) => {
    const { screen } = show(<CommentFacts details={renewalDetails({ closed_because: because })} wanted={undefined} />);
    expect(await screen.findByText(words)).toBeTruthy();
    expect(screen.getByText(/^What is saved here is about that term\./)).toBeTruthy();
  },
);

test('of a term that runs nothing of it is said', async () => {
  const { screen } = show(<CommentFacts details={renewalDetails()} wanted={undefined} />);
  await screen.findByText('Company');
  expect(screen.queryByText(/^This term is over/)).toBeNull();
});
