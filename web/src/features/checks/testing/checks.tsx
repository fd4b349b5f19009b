import { checks, type CheckedDomain, type CheckRun, type MailStatus } from '@desk/contract/checks';
import { answering, showAt } from '../../../testing/show.tsx';
import { DomainCheckerScreen, RecordCheckerScreen } from '../checker.screen.tsx';

export const checkedDomain = (change: Partial<CheckedDomain> = {}): CheckedDomain => ({
  line: 1,
  input: 'acme.example',
  domain: 'acme.example',
  status: 'google',
  provider: 'Google Workspace',
  mx: [{ priority: 1, exchange: 'smtp.google.com' }],
  code: null,
  hint: null,
  ours: null,
  owner: null,
  google: null,
  ...change,
});

export const checkRun = (change: Partial<CheckRun> = {}): CheckRun => ({
  run_id: 31,
  kind: 'mail',
  file_name: 'domains.csv',
  started_by: 'asha@desk.example',
  started_at: '2026-11-21T08:35:00Z',
  finished_at: '2026-11-21T08:38:05Z',
  state: 'done',
  lines: 40,
  checked: 40,
  error: null,
  ...change,
});

export const acme = checkedDomain({ line: 2, input: 'http://acme.example' });
const tara = checkedDomain({ line: 3, input: 'tara.example', domain: 'tara.example', status: 'microsoft' });
export const counts: { status: MailStatus; count: number }[] = [
  { status: 'google', count: 30 },
  { status: 'google_mixed', count: 4 },
  { status: 'microsoft', count: 4 },
  { status: 'error', count: 2 },
];
/** A run whose lines are filtered as the server does it. */
export const run = (change: Partial<CheckRun> = {}) =>
  answering(checks.run, ({ status }) => {
    const domains = [acme, tara].filter((row) => status === undefined || row.status === status);
    return { run: checkRun(change), counts, domains, total: status === undefined ? 40 : 30 };
  });

export const answer = { error: false as const, message: '', notes: [], domains: [], run: null };
export const noRuns = answering(checks.runs, { runs: [] });
export const csv = () => new File(['Domain Name\nacme.example\n'], 'october.csv', { type: 'text/csv' });

export type Answers = Parameters<typeof showAt>[2][];
/** One of the two screens, with what the pretend server was asked. */
export function openChecker(screen: 'domain_checker' | 'mx_records', search: string, ...answers: Answers) {
  const element = screen === 'domain_checker' ? <DomainCheckerScreen /> : <RecordCheckerScreen />;
  const shown = showAt(`/home${search}`, element, ...answers, noRuns);
  return { ...shown };
}

/** The cells of a table's rows, the header left out. */
export const rowsOf = (grid: HTMLElement): (string | null)[][] =>
  [...grid.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
  );
