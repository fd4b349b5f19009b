import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { show } from '../../testing/show.tsx';
import { ChipsField } from './chips-field.tsx';
import { useSchemaForm } from './form.ts';

const Schema = z.object({ zones: z.array(z.string()) });

function Zones() {
  const form = useSchemaForm({
    schema: Schema,
    start: { zones: ['North', 'West', 'South'] },
    send: () => Promise.resolve(),
  });
  return (
    <ChipsField
      form={form}
      name="zones"
      label="Zones"
      whenNone="None chosen: all."
      options={['North', 'West', 'South']}
    />
  );
}

test('when a chip is taken away the next one has the focus, after the last one the select', async () => {
  const { screen, user } = show(<Zones />);

  await user.click(await screen.findByLabelText('Remove West'));
  expect(document.activeElement).toBe(screen.getByLabelText('Remove South'));
  await user.keyboard('{Enter}');
  expect(document.activeElement).toBe(screen.getByLabelText('Zones'));

  expect(screen.queryByLabelText('Remove South')).toBeNull();
  expect(screen.getByLabelText('Remove North')).toBeTruthy();
});

test('what no choice means is said only while there is none', async () => {
  const { screen, user } = show(<Zones />);
  await screen.findByLabelText('Remove West');
  expect(screen.queryByText('None chosen: all.')).toBeNull();

  for (const zone of ['North', 'West', 'South']) await user.click(screen.getByLabelText(`Remove ${zone}`));
  expect(screen.getByText('None chosen: all.')).toBeTruthy();

  await user.selectOptions(screen.getByLabelText('Zones'), 'West');
  expect(screen.queryByText('None chosen: all.')).toBeNull();
});
