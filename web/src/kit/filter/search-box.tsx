import { useEffect, useState } from 'react';
import { ToolField } from './tool-field.tsx';

const PAUSE_MS = 250;

interface Props {
  label: string;
  value: string;
  onSearch: (text: string) => void;
  /** The label stands in the field, in one line with pills. */
  isInline?: boolean;
}

/** A column of cells copied from a sheet as one line: an input would run its lines together. */
const inOneLine = (pasted: string) =>
  pasted
    .split(/[\r\n\t]+/)
    .map((cell) => cell.trim())
    .filter((cell) => cell !== '')
    .join(', ');

/** Free text that searches a moment after the last key; `/` leads here from anywhere. */
export function SearchBox({ label, value, onSearch, isInline = false }: Props) {
  const [typed, setTyped] = useState<string>();
  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => {
      onSearch(typed);
      setTyped(undefined);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, onSearch]);
  return (
    <ToolField label={label} isQuiet={isInline}>
      <input
        type="search"
        data-search=""
        {...(isInline && { placeholder: label })}
        value={typed ?? value}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text/plain');
          if (!/[\r\n\t]/.test(pasted.trim())) return;
          event.preventDefault();
          setTyped(inOneLine(pasted));
        }}
      />
    </ToolField>
  );
}
