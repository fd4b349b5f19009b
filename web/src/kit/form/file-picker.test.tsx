import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { show } from '../../testing/show.tsx';
import { FilePicker } from './file-picker.tsx';

const MENDED = new File(['a,b'], 'november.csv');

function Picking({ onFile }: { onFile: (file: File | undefined) => void }) {
  const [file, setFile] = useState<File>();
  return (
    <>
      <FilePicker
        label="File"
        accept=".csv"
        file={file}
        onFile={(chosen) => {
          onFile(chosen);
          setFile(chosen);
        }}
      />
      <button onClick={() => setFile(undefined)}>Take it away</button>
    </>
  );
}

test('a file that was mended and is chosen again is taken again', async () => {
  const onFile = vi.fn();
  const { screen, user } = show(<Picking onFile={onFile} />);
  const input = await screen.findByLabelText<HTMLInputElement>('File');
  await user.upload(input, MENDED);
  await user.upload(input, MENDED);
  expect(onFile.mock.calls).toEqual([[MENDED], [MENDED]]);
  expect(screen.getByText(/november\.csv, 1 kB/)).toBeTruthy();
});

test('where the file is taken away, nothing goes on showing its name', async () => {
  const { screen, user } = show(<Picking onFile={() => undefined} />);
  const input = await screen.findByLabelText<HTMLInputElement>('File');
  await user.upload(input, MENDED);
  await user.click(screen.getByText('Take it away'));
  expect(input.files).toHaveLength(0);
});
