import { act, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { Dialog } from './dialog.tsx';
import { LoadedDialog } from './loaded-dialog.tsx';

type Shown = Pick<Parameters<typeof LoadedDialog<{ name: string }>>[0], 'loaded' | 'failure'>;

/** The dialog in a state that the test can change. */
function showLoading(start: Partial<Shown>) {
  let report: (next: Partial<Shown>) => void = () => undefined;
  const retried = vi.fn();
  function Changing() {
    const [{ loaded, failure }, setShown] = useState<Partial<Shown>>(start);
    report = setShown;
    return (
      <LoadedDialog title="Edit" onClose={() => undefined} loaded={loaded} failure={failure} onRetry={retried}>
        {({ name }) => (
          <Dialog title="Edit" onClose={() => undefined}>
            <input aria-label="Name" defaultValue={name} key={name} />
          </Dialog>
        )}
      </LoadedDialog>
    );
  }
  return { ...show(<Changing />), retried, update: (next: Partial<Shown>) => report(next) };
}

/** It goes there a moment after it is drawn. */
const focusIsOn = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));

test('a form that has to be loaded says so, and the focus goes to its first field once it is there', async () => {
  const { screen, update } = showLoading({});
  await screen.findByText('Loading...');
  await focusIsOn(screen.getByRole('heading', { name: 'Edit' }));

  update({ loaded: { name: 'Asha' } });

  await focusIsOn(await screen.findByLabelText('Name'));
});

test('what is loaded again meanwhile is not what is edited', async () => {
  const { screen, update } = showLoading({ loaded: { name: 'Asha' } });
  await screen.findByDisplayValue('Asha');

  update({ loaded: { name: 'Ravi' } });
  update({ failure: { text: 'Nobody answers' } });

  await screen.findByDisplayValue('Asha');
  expect(screen.queryByText('Nobody answers')).toBeNull();
});

test('a form that cannot be loaded says why, and another try leaves the focus in the dialog', async () => {
  const { screen, user, retried, update } = showLoading({ failure: { text: 'Could not fetch', what: 'No answer' } });
  await screen.findByText('Could not fetch');
  screen.getByText('No answer');

  await user.click(screen.getByRole('button', { name: 'Retry' }));
  update({});

  await screen.findByText('Loading...');
  expect(retried).toHaveBeenCalledOnce();
  await focusIsOn(screen.getByRole('heading', { name: 'Edit' }));
});

/** jsdom lets also what is inert have the focus; a browser does not. */
const leaveInert = ({ target }: FocusEvent) => {
  if (target instanceof HTMLElement && target.closest('[inert]')) target.blur();
};
afterEach(() => document.removeEventListener('focusin', leaveInert));

test('the focus goes back to what opened it, though another dialog took the place of the one that loaded, twice', async () => {
  document.addEventListener('focusin', leaveInert);
  let load: () => void = () => undefined;
  function Opener() {
    const [open, setOpen] = useState<'form' | 'question'>();
    const [loaded, setLoaded] = useState<object>();
    const close = () => setOpen(undefined);
    load = () => setLoaded({});
    return (
      <>
        <h1 tabIndex={-1}>Renewals</h1>
        <button type="button" onClick={() => setOpen('form')}>
          Leave
        </button>
        {open === 'form' && (
          <LoadedDialog title="Leave" onClose={close} loaded={loaded} failure={undefined} onRetry={close}>
            {() => (
              <Dialog title="Leave" onClose={close}>
                <button type="button" onClick={() => setOpen('question')}>
                  Refuse
                </button>
              </Dialog>
            )}
          </LoadedDialog>
        )}
        {open === 'question' && (
          <Dialog title="Refuse" onClose={close}>
            <input aria-label="Why" />
          </Dialog>
        )}
      </>
    );
  }
  const { screen, user } = show(<Opener />);
  const opener = await screen.findByRole('button', { name: 'Leave' });
  await user.click(opener);
  await screen.findByText('Loading...');
  act(() => load());
  await user.click(await screen.findByRole('button', { name: 'Refuse' }));
  await focusIsOn(screen.getByLabelText('Why'));

  await user.keyboard('{Escape}');

  expect(screen.queryByRole('dialog')).toBeNull();
  await focusIsOn(opener);
});
