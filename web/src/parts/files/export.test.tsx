import { imports } from '@desk/contract/imports';
import { expect, test } from 'vitest';
import { answering, refusing, show, slowly } from '../../testing/show.tsx';
import { useExport } from './export.ts';

// jsdom has none of these.
URL.createObjectURL = () => 'blob:rows';
HTMLAnchorElement.prototype.click = () => undefined;

function Page() {
  const { start } = useExport(imports.template);
  return (
    <button type="button" onClick={() => start({ kind: 'prices' }, 'csv', 3)}>
      Export
    </button>
  );
}

/** An export that is answered once its page was left. */
async function exportAndLeave(answer: object) {
  const file = slowly(answer);
  const { screen, user, goTo } = show(<Page />, answering(imports.template, file.answer as never));
  await user.click(await screen.findByText('Export'));
  goTo('/elsewhere');
  await screen.findByText('Somewhere else');
  file.arrives();
  return screen;
}

test('an export that ends after its page was left is told', async () => {
  const screen = await exportAndLeave({});
  await screen.findByText(/^Exported 3 rows to /);
});

test('an export that fails after its page was left is told', async () => {
  const screen = await exportAndLeave(refusing(500, { message: 'The file was not written.' }));
  expect((await screen.findByText('The file was not written.')).closest('[role=alert]')).not.toBeNull();
});
