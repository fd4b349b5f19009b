import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { ColumnChooser } from '../table/column-chooser.tsx';
import { columnsOf } from '../table/columns.tsx';
import { preferencesOf, usePreference } from './preferences.ts';
import { useColumnViews } from '../table/column-views.ts';

interface Row {
  id: number;
  domain: string;
  plan: string;
}
const column = columnsOf<Row>({ key: (row) => row.id, name: (row) => row.domain });
const columns = [column.text('domain', 'Domain'), column.text('plan', 'Plan')];

function Table() {
  const search = { values: { cols: '', view: '' }, set: () => undefined };
  const { shown, choose } = useColumnViews(search, { table: 'renewals', columns });
  return (
    <>
      <p>Shown: {shown.map(({ header }) => header).join(', ')}</p>
      <ColumnChooser columns={columns} shown={shown} onChoose={choose} />
    </>
  );
}

test('all columns can be chosen again, and stay chosen', async () => {
  preferencesOf('asha@desk.example');
  const { screen, user } = show(<Table />);
  await user.click(await screen.findByRole('button', { name: 'Columns' }));
  await user.click(screen.getByRole('checkbox', { name: 'Plan' }));
  await screen.findByText('Shown: Domain');
  await user.click(screen.getByRole('button', { name: 'All' }));
  await screen.findByText('Shown: Domain, Plan');
  preferencesOf('meera@desk.example');
  preferencesOf('asha@desk.example');
  await user.click(screen.getByRole('checkbox', { name: 'Plan' }));
  await screen.findByText('Shown: Domain');
});

const readWord = (stored: unknown) => (typeof stored === 'string' ? stored : 'none');
function Word() {
  const [word, setWord] = usePreference('word', readWord);
  return (
    <>
      <p>Word: {word}</p>
      <button type="button" onClick={() => setWord('typed')}>
        Set
      </button>
    </>
  );
}

test.each(['', 'undefined', '{', '{"a":1}'])('a stored preference that reads %o is none', async (stored) => {
  preferencesOf('ravi@desk.example');
  localStorage.setItem('desk:ravi@desk.example:word', stored);
  const { screen } = show(<Word />);
  await screen.findByText('Word: none');
});

test('each person of a browser has preferences of their own', async () => {
  preferencesOf('tara@desk.example');
  const { screen, user } = show(<Word />);
  await user.click(await screen.findByRole('button', { name: 'Set' }));
  await screen.findByText('Word: typed');
  expect(localStorage.getItem('desk:tara@desk.example:word')).toBe('"typed"');
});
