import { jobs, RETENTION, type FailedWork, type JobStanding, type QueuedWork } from '@desk/contract/jobs';
import { waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { brand } from '../../parts/testing/brand.ts';
import { answering, refusing, show } from '../../testing/show.tsx';
import { JobsScreen } from './jobs.screen.tsx';

const NOW = new Date('2026-11-21T23:43:00Z');
const google: JobStanding = {
  job: 'google',
  configured: true,
  state: 'done',
  started_at: '2026-11-21T20:39:48Z',
  finished_at: '2026-11-21T20:43:00Z',
  started_by: null,
  reason: null,
  done_at: '2026-11-21T20:43:00Z',
  next_run: '2026-11-22T20:40:00Z',
  failures: 0,
};
const books: JobStanding = {
  ...google,
  job: 'books',
  state: 'failed',
  reason: 'Zoho refused the token.',
  done_at: '2026-11-19T21:10:00Z',
  failures: 2,
};
const desk: JobStanding = {
  ...google,
  job: 'desk',
  configured: false,
  state: null,
  started_at: null,
  finished_at: null,
  done_at: null,
  next_run: null,
};
const product: JobStanding = { ...google, job: 'directory_product' };
const tidy: JobStanding = {
  ...google,
  job: 'tidy_up',
  state: 'running',
  started_at: '2026-11-21T23:37:55Z',
  finished_at: null,
  started_by: 'asha@desk.example',
};
const messages: QueuedWork = {
  task: 'deliver',
  waiting: 1200,
  working: 3,
  resting: 4,
  given_up: 1,
  oldest: '2026-11-21T20:00:00Z',
};
const lost: FailedWork = {
  work_id: '9007199254740993',
  task: 'nightly-syncs',
  attempts: 25,
  failed_at: '2026-11-21T20:00:00Z',
  reason: 'Google did not answer.',
};

const standing = (all: readonly JobStanding[], queue: readonly QueuedWork[] = [], failed: readonly FailedWork[] = []) =>
  answering(jobs.all, { jobs: [...all], queue: [...queue], failed: [...failed] });
const retention = answering(jobs.retention, { retention: RETENTION });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true, now: NOW });
  storeSession({ user: 'asha@desk.example', token: { login_token: 'x', exp: 4e9 }, menu: [], role: 'ADMIN' });
});
afterEach(() => {
  vi.useRealTimers();
});

function open(...answers: Parameters<typeof show>[1][]) {
  const shown = show(<JobsScreen />, ...answers, retention, brand);
  const card = async (name: string) => within(await shown.screen.findByRole('article', { name }));
  const press = async (name: string | RegExp) => shown.user.click(await shown.screen.findByRole('button', { name }));
  return { ...shown, card, press };
}

/** The facts of a card by name. */
const factsOf = async (card: ReturnType<typeof open>['card'], name: string) => {
  const terms = (await card(name)).getAllByRole('term');
  return Object.fromEntries(terms.map((dt) => [dt.textContent, dt.nextElementSibling?.textContent]));
};

test('a job that ran tells how long ago, who started it, how long it took, and when it runs next', async () => {
  const { card } = open(standing([google]));

  expect(await factsOf(card, 'Google subscriptions')).toEqual({
    'Last run': '3 hours ago22 Nov 2026, 02:13, started by the schedule',
    Took: '3 min 12 s',
    'Next run': '23 Nov 2026, 02:10',
    'Failed within 7 days': 'None',
  });
  expect((await card('Google subscriptions')).getByText('done')).toBeTruthy();
});

test('a job that failed says why, how often within a week, and when it last went well', async () => {
  const { card } = open(standing([books]));

  const facts = await factsOf(card, 'Invoices');

  expect(facts['Failed within 7 days']).toBe('2');
  expect(facts['Reason']).toBe('Zoho refused the token.');
  expect(facts['Last went well']).toBe('20 Nov 2026, 02:40');
});

test('a running one tells who pressed and for how long it runs', async () => {
  const { card } = open(standing([tidy]));

  const facts = await factsOf(card, 'Tidying up');

  expect(facts['Started']).toBe('5 minutes ago22 Nov 2026, 05:07, started by asha@desk.example');
  expect(facts['Took']).toMatch(/^5 min \d+ s so far$/);
});

test('one that was never run and is not configured says so and cannot be run', async () => {
  const { card } = open(
    standing([desk, { ...desk, job: 'reconcile_terms', configured: true, next_run: google.next_run }]),
  );

  expect(await factsOf(card, 'Tickets')).toEqual({
    'Last run': 'There was none yet',
    'Next run': 'Never: it is not configured',
  });
  expect((await card('Tickets')).getByText('not configured')).toBeTruthy();
  expect((await card('Tickets')).queryByRole('button')).toBeNull();
  expect((await card('Renewal terms')).getByRole('button', { name: 'Run now: Renewal terms' })).toBeTruthy();
});

test('the directory product goes by its own name', async () => {
  const { card } = open(standing([product]));

  expect((await card('JumpCloud')).getByText('Reads organisations and their users.')).toBeTruthy();
});

test('Run now starts the job, and its card tells that it waits, and who pressed', async () => {
  let state: JobStanding = { ...tidy, state: 'done', finished_at: '2026-11-21T23:38:00Z' };
  const { card, press, bodies } = open(
    answering(jobs.all, () => ({ jobs: [state], queue: [], failed: [] })),
    answering(jobs.run, () => {
      state = { ...tidy, state: 'queued', started_at: '2026-11-21T23:42:00Z' };
      return {};
    }),
  );

  await press('Run now: Tidying up');

  await (await card('Tidying up')).findByText('queued');
  expect(bodies(jobs.run)).toEqual([{ job: 'tidy_up' }]);
  expect(await factsOf(card, 'Tidying up')).toMatchObject({
    'Waits to start since': expect.stringContaining('started by asha@desk.example') as string,
    Took: 'Not begun',
  });
});

test.each([409, 503] as const)('a run that is refused with %s is told in words', async (status) => {
  const { screen, press } = open(
    standing([google]),
    answering(jobs.run, () => refusing(status)),
  );

  await press('Run now: Google subscriptions');

  await screen.findByText(`Google subscriptions: ${jobs.run.refusals[status]}`);
});

test('while something runs it is asked for again every two seconds, else every half minute', async () => {
  let state: JobStanding = tidy;
  const { card, bodies } = open(answering(jobs.all, () => ({ jobs: [state], queue: [], failed: [] })));
  await card('Tidying up');
  state = { ...tidy, state: 'done', finished_at: '2026-11-21T23:43:00Z' };

  await vi.advanceTimersByTimeAsync(2_000);

  await (await card('Tidying up')).findByText('done');
  const asked = bodies(jobs.all).length;
  await vi.advanceTimersByTimeAsync(20_000);
  expect(bodies(jobs.all)).toHaveLength(asked);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(bodies(jobs.all)).toHaveLength(asked + 1);
});

test.each(['jobs', 'sync', 'crm', 'mail'])('news of the kind %s is shown at once', async (kind) => {
  let state: JobStanding = google;
  const { card, emit } = open(answering(jobs.all, () => ({ jobs: [state], queue: [], failed: [] })));
  await card('Google subscriptions');
  state = { ...google, state: 'failed', reason: 'Google said no.' };

  emit(kind, { kind });

  await (await card('Google subscriptions')).findByText('Google said no.');
});

test('the queue tells by kind of work what waits and since when, is done, rests, and was given up', async () => {
  const { screen } = open(standing([google], [messages, { ...messages, task: 'made-yesterday', oldest: null }]));

  const rows = within(await screen.findByRole('grid', { name: 'Queue' })).getAllByRole('row');

  const cells = rows.map((row) => [...row.querySelectorAll('td, tbody th')].map((cell) => cell.textContent));
  expect(cells.slice(-2)).toEqual([
    ['Messages to send', '1,200', '22 Nov 2026, 01:30', '3', '4', '1'],
    ['made-yesterday', '1,200', 'N/A', '3', '4', '1'],
  ]);
});

test('an empty queue and nothing given up are said', async () => {
  const { screen } = open(standing([google]));

  await screen.findByText('Nothing waits.');
  await screen.findByText('No work was given up.');
});

test('where more was given up than is shown, that is said', async () => {
  const all = [messages, { ...messages, task: 'nightly-syncs', given_up: 240 }];
  const { screen } = open(standing([google], all, [lost]));

  await screen.findByText('The newest 1 of 241 are shown.');
});

test('work that was given up is tried again', async () => {
  let failed = [lost];
  const { screen, press, bodies } = open(
    answering(jobs.all, () => ({ jobs: [google], queue: [], failed })),
    answering(jobs.again, () => {
      failed = [];
      return {};
    }),
  );
  const row = (await screen.findByText('Google did not answer.')).closest('tr') as HTMLElement;
  expect(within(row).getByText('25')).toBeTruthy();

  await press(/^Try again: Nightly start of the syncs/);

  await screen.findByText('Nightly start of the syncs: is tried again');
  await screen.findByText('No work was given up.');
  expect(bodies(jobs.again)).toEqual([{ work_id: '9007199254740993' }]);
});

test('given-up work is removed after a question', async () => {
  const { screen, press, bodies } = open(standing([google], [], [lost]), answering(jobs.remove, {}));

  await press(/^Remove: Nightly start of the syncs/);

  const question = within(screen.getByRole('alertdialog'));
  expect(question.getByText('It failed on 22 Nov 2026, 01:30 and will never be done.')).toBeTruthy();
  await press('Keep it');
  expect(bodies(jobs.remove)).toEqual([]);
  await press(/^Remove: Nightly start of the syncs/);
  await press('Remove');
  await screen.findByText('Nightly start of the syncs: was removed');
  expect(bodies(jobs.remove)).toEqual([{ work_id: '9007199254740993' }]);
});

test('work that a colleague has seen to is told, and the list is read again', async () => {
  const { screen, press, bodies } = open(
    standing([google], [], [lost]),
    answering(jobs.again, () => refusing(404)),
  );

  await press(/^Try again: Nightly start of the syncs/);

  await screen.findByText('This job is not there any more.');
  await waitFor(() => expect(bodies(jobs.all).length).toBeGreaterThan(1));
});

test('jobs that cannot be fetched are tried again; how long things are kept stands by itself', async () => {
  let isDown = true;
  const { screen, press, card } = open(
    answering(jobs.all, () => (isDown ? refusing(0) : { jobs: [google], queue: [], failed: [] })),
  );
  await screen.findByText('Could not fetch the jobs.');
  expect(screen.queryByRole('grid')).toBeNull();
  await screen.findByRole('textbox', { name: 'Messages' });
  isDown = false;

  await press('Retry');

  await card('Google subscriptions');
  expect(screen.queryByText('Could not fetch the jobs.')).toBeNull();
});
