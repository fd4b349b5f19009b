import ChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs';
import type { ReactNode } from 'react';
import { Disclosure } from '../button/disclosure.tsx';
import type { SheetForm } from './save-sheet.ts';

export interface ExportEntry {
  /** 'Export all (24)': what is saved; the entry says in which form. */
  readonly label: string;
  readonly onExport: (form: SheetForm) => void;
}

interface Props {
  entries: readonly ExportEntry[];
  busy?: boolean;
  /** What the button is called; it is the one of the exports where nothing else is said. */
  label?: string;
  /** More that can be done, below the exports. */
  children?: ReactNode;
}

/** What can be saved as a file, and in which form, behind one button. */
export function ExportMenu({ entries, busy = false, label = 'Export', children }: Props) {
  return (
    <Disclosure
      label={label}
      isButton
      busy={busy}
      words={
        <>
          {label}
          <ChevronDown size={14} aria-hidden />
        </>
      }
    >
      {entries.map((entry) => (
        <Entry key={entry.label} {...entry} />
      ))}
      {children}
    </Disclosure>
  );
}

const Entry = ({ label, onExport }: ExportEntry) => (
  <>
    <button type="button" onClick={() => onExport('csv')}>
      CSV: {label}
    </button>
    <button type="button" onClick={() => onExport('xlsx')}>
      Excel: {label}
    </button>
  </>
);
