import { fireEvent } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { show } from '../../testing/show.tsx';
import { Dialog } from './dialog.tsx';

function Opener() {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setIsOpen(true)}>
        Open
      </button>
      {isOpen && (
        <Dialog title="Holidays" onClose={() => setIsOpen(false)}>
          <p>None</p>
        </Dialog>
      )}
    </>
  );
}

test('the second click of the double click that opened a dialog falls beside it, and does not close it', async () => {
  const { screen, user } = show(<Opener />);
  await user.click(await screen.findByRole('button', { name: 'Open' }));
  const shade = screen.getByRole('dialog').previousElementSibling ?? expect.unreachable('a dialog has a shade');

  fireEvent.click(shade, { detail: 2 });
  expect(screen.queryByRole('dialog')).toBeTruthy();
  fireEvent.click(shade, { detail: 1 });
  expect(screen.queryByRole('dialog')).toBeNull();
});
