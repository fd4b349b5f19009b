import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { BarList } from './bar-list.tsx';
import { PieList } from './pie-list.tsx';

const bars = [
  { key: 'a', name: 'aarav.example', value: 40_000_000, words: '4.00 Cr', exact: '₹4,00,00,000' },
  { key: 'b', name: 'bela.example', value: 10_000_000, words: '1.00 Cr', exact: '₹1,00,00,000' },
  { key: 'c', name: 'charu.example', value: 0, words: '0.00 Cr' },
];
const slices = ['Open', 'On Hold', 'Escalated', 'Closed', 'Waiting', 'Merged'].map((name, at) => ({
  key: name,
  name,
  value: at === 5 ? 0 : at === 3 ? 996 : 1,
}));

test('each bar is a button with its name, its value in words, more exactly, and what it does', async () => {
  const pressed: string[] = [];
  const { screen, user } = show(
    <BarList label="Top debts" bars={bars} hint="open details" onOpen={({ key }) => pressed.push(key)} />,
  );

  await user.click(await screen.findByRole('button', { name: 'aarav.example, 4.00 Cr, ₹4,00,00,000, open details' }));
  await user.tab();
  await user.keyboard('{Enter}');

  expect(pressed).toEqual(['a', 'b']);
});

test('bars are as long as their share of the longest; none is text', async () => {
  const { screen } = show(<BarList label="Top debts" bars={bars} hint="open details" onOpen={() => undefined} />);

  await screen.findByText('charu.example');

  expect([...document.querySelectorAll('rect')].map((rect) => rect.getAttribute('width'))).toEqual(['100', '25']);
  expect(screen.getAllByRole('button')).toHaveLength(2);
});

test('the lines of a pie are buttons with count and share; none is text', async () => {
  const pressed: string[] = [];
  const { screen, user } = show(
    <PieList label="Tickets" slices={slices} hint="show tickets" onOpen={({ key }) => pressed.push(key)} />,
  );

  await user.click(await screen.findByRole('button', { name: 'Closed, 996, 100 %, show tickets' }));
  await user.click(screen.getByRole('button', { name: 'Open, 1, < 1 %, show tickets' }));

  expect(pressed).toEqual(['Closed', 'Open']);
  expect(screen.getByText('Merged').closest('button')).toBeNull();
});

test('a slice opens what its line opens, and a fifth one is told from the first by its hatching', async () => {
  const pressed: string[] = [];
  const { screen, user } = show(
    <PieList label="Tickets" slices={slices} hint="show tickets" onOpen={({ key }) => pressed.push(key)} />,
  );
  await screen.findByText('Open');
  const drawn = [...document.querySelectorAll('g')];

  await user.click(drawn[3] as never);

  expect(pressed).toEqual(['Closed']);
  expect(drawn.map((slice) => slice.querySelectorAll('circle').length)).toEqual([1, 1, 1, 1, 2, 2]);
});

test('a pie of one is whole', async () => {
  const { screen } = show(
    <PieList label="Tickets" slices={slices.slice(0, 1)} hint="show tickets" onOpen={() => undefined} />,
  );

  await screen.findByText('100 %');

  expect(document.querySelector('circle')?.getAttribute('stroke-dasharray')).toBe('100 100');
});

test('what has a colour of its own keeps it; the others take those that are left', async () => {
  const own = slices.slice(0, 5).map((slice) => (slice.name === 'Closed' ? { ...slice, colour: 2 } : slice));
  const { screen } = show(<PieList label="Tickets" slices={own} hint="show tickets" onOpen={() => undefined} />);

  await screen.findByText('Closed');

  const circles = [...document.querySelectorAll('g')].map((slice) => [...slice.querySelectorAll('circle')]);
  expect(circles.map(([first]) => /chart\d/.exec(first?.getAttribute('class') ?? '')?.[0])).toEqual([
    'chart1',
    'chart3',
    'chart4',
    'chart2',
    'chart1',
  ]);
  expect(circles.map(({ length }) => length)).toEqual([1, 1, 1, 1, 2]);
});
