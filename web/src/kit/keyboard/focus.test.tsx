import { waitFor } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { BusyButton } from '../button/busy-button.tsx';
import { Confirm } from '../dialog/confirm.tsx';
import { FilterChips } from '../filter/filters.tsx';
import { useSelection } from '../table/selection.ts';
import { Tabs } from '../layout/tabs.tsx';

test('a button that was busy has the focus again afterwards', async () => {
  let finish: () => void = () => undefined;
  function Save() {
    const [busy, setBusy] = useState(false);
    finish = () => setBusy(false);
    return (
      <BusyButton busy={busy} onClick={() => setBusy(true)}>
        Save
      </BusyButton>
    );
  }
  const { screen, user } = show(<Save />);
  const button = await screen.findByRole<HTMLButtonElement>('button');
  await user.click(button);
  expect(button.disabled).toBe(true);
  // A browser does this by itself; jsdom leaves the focus on what is disabled.
  button.blur();

  finish();

  await waitFor(() => expect(document.activeElement).toBe(button));
});

test('the focus goes to the table when the last filter is taken away', async () => {
  function Filtered() {
    const [q, setQ] = useState('acme');
    const active = q === '' ? [] : [{ label: 'Domain', value: q, clear: () => setQ('') }];
    return (
      <>
        <FilterChips active={active} onClear={() => setQ('')} />
        <div role="grid" aria-label="Domains">
          <button type="button" tabIndex={0}>
            cell
          </button>
        </div>
      </>
    );
  }
  const { screen, user } = show(<Filtered />);

  await user.click(await screen.findByText('Clear all'));

  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('cell')));
});

test('the arrow keys go round the tabs, of which one is a tab stop', async () => {
  function Two() {
    const [tab, setTab] = useState<'a' | 'b'>('a');
    return (
      <Tabs label="Views" tabs={{ a: 'First', b: 'Second' }} value={tab} onChange={setTab}>
        {tab}
      </Tabs>
    );
  }
  const { screen, user } = show(<Two />);
  await user.click(await screen.findByText('First'));

  await user.keyboard('{ArrowLeft}');

  const second = screen.getByText('Second');
  expect(document.activeElement).toBe(second);
  expect(second.getAttribute('aria-selected')).toBe('true');
  expect(screen.getAllByRole('tab').filter((tab) => tab.tabIndex === 0)).toEqual([second]);
  expect(screen.getByRole('tabpanel', { name: 'Second' }).textContent).toBe('b');
});

test('what was ticked in one month is forgotten in the next', async () => {
  function Months() {
    const [month, setMonth] = useState('2026-11');
    const selection = useSelection(month);
    return (
      <>
        <button type="button" onClick={() => selection.toggle(7, [7], false)}>
          tick
        </button>
        <button type="button" onClick={() => setMonth('2026-12')}>
          next
        </button>
        <p>{selection.has(7) ? 'ticked' : 'not ticked'}</p>
      </>
    );
  }
  const { screen, user } = show(<Months />);
  await user.click(await screen.findByText('tick'));
  await screen.findByText('ticked');

  await user.click(screen.getByText('next'));

  await screen.findByText('not ticked');
});

test('when what opened a dialog is gone, the focus goes to the table', async () => {
  function Deciding() {
    const [open, setOpen] = useState(false);
    const [decided, setDecided] = useState(false);
    const decide = () => {
      setDecided(true);
      setOpen(false);
    };
    return (
      <>
        {!decided && (
          <button type="button" onClick={() => setOpen(true)}>
            Reject
          </button>
        )}
        <div role="grid" aria-label="Domains">
          <button type="button" tabIndex={0}>
            cell
          </button>
        </div>
        {open && (
          <Confirm title="Reject?" yes="Reject it" onYes={decide} no="Keep" onNo={() => setOpen(false)}>
            Sure?
          </Confirm>
        )}
      </>
    );
  }
  const { screen, user } = show(<Deciding />);
  await user.click(await screen.findByText('Reject'));

  await user.click(screen.getByText('Reject it'));

  await waitFor(() => expect(document.activeElement).toBe(screen.getByText('cell')));
});
