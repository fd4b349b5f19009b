import { boards } from '@desk/contract/boards';
import { beforeEach, expect, test } from 'vitest';
import { answering, refusing, show } from '../../testing/show.tsx';
import { TeamDomains } from './team-domains.tsx';
import { boardRows, MONTH, pageOf } from '../testing/board.ts';

const ASHA = 'asha@desk.example';
const TITLE = `${ASHA}, Nov 2026 (20 domains)`;

beforeEach(() => {
  URL.createObjectURL = () => 'blob:x';
});

const list = answering(boards.teamList, (body) => {
  const { page, total } = pageOf(boardRows(body.start_day === undefined ? 20 : 4), body);
  return { domains: page, total };
});

async function open(...answers: Parameters<typeof show>[1][]) {
  const shown = show(<TeamDomains email={ASHA} month={MONTH} onClose={() => undefined} />, ...answers, list);
  await shown.screen.findByText(TITLE);
  const { screen, user, sent } = shown;
  const bodies = (call: { path: string }) => sent.filter(({ path }) => path === call.path).map(({ body }) => body);
  const choose = async (from: string, to: string) => {
    await user.selectOptions(screen.getByLabelText('Start Day'), from);
    await user.selectOptions(screen.getByLabelText('End Day'), to);
    await user.click(screen.getByText('Search Date'));
  };
  return { ...shown, bodies, choose };
}

test('the days go from 1 to 31', async () => {
  const { screen } = await open();

  const days = [...screen.getByLabelText<HTMLSelectElement>('End Day').options].map(({ text }) => text);
  expect([days.length, days[1], days.at(-1)]).toEqual([32, '1', '31']);
});

test('without both days nothing is asked for', async () => {
  const { screen, user, bodies } = await open();
  await user.click(screen.getByText('Search Date'));
  expect(screen.getByLabelText('Start Day').getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Please select both a start and end day.')).toBeTruthy();

  await user.selectOptions(screen.getByLabelText('Start Day'), '3');
  await user.click(screen.getByText('Search Date'));

  expect(document.activeElement).toBe(screen.getByLabelText('End Day'));
  expect(screen.getByText('Please select both a start and end day.')).toBeTruthy();
  expect(bodies(boards.teamList)).toHaveLength(1);
});

test('a start after the end is told at the end day', async () => {
  const { screen, bodies, choose } = await open();

  await choose('9', '3');

  expect(screen.getByText('Start day cannot be greater than end day.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByLabelText('End Day'));
  expect(bodies(boards.teamList)).toHaveLength(1);
});

test('two days narrow the list from its first page until they are taken away', async () => {
  const { screen, user, bodies, choose } = await open();
  await user.click(screen.getByLabelText('Next page'));
  await screen.findByText('a19.example');

  await choose('3', '9');
  await screen.findByText(`${ASHA}, Nov 2026 (4 domains)`);
  await user.click(screen.getByLabelText('Remove filter Days: 3 to 9'));

  await screen.findByText(TITLE);
  expect(screen.getByLabelText<HTMLSelectElement>('Start Day').value).toBe('');
  expect(bodies(boards.teamList).slice(2)).toEqual([
    { admin_email: ASHA, month: MONTH, page: 1, start_day: 3, end_day: 9 },
    { admin_email: ASHA, month: MONTH, page: 1 },
  ]);
});

test('the export has what the list shows', async () => {
  const { screen, user, bodies, choose } = await open(answering(boards.teamExport, {}));
  await choose('3', '9');
  await user.type(screen.getByLabelText('Search domain or company'), 'a');
  await screen.findByText(`${ASHA}, Nov 2026 (4 domains)`);

  await user.click(screen.getByText('Export Data'));

  await screen.findByText('Exported 4 rows to export_data.csv');
  expect(bodies(boards.teamExport)).toMatchObject([{ admin_email: ASHA, month: MONTH, start_day: 3, end_day: 9 }]);
});

test('an export that fails is told', async () => {
  const { screen, user } = await open(answering(boards.teamExport, () => refusing(0)));

  await user.click(screen.getByText('Export Data'));

  await screen.findByText('The server did not answer. Check your connection and try again.');
});
