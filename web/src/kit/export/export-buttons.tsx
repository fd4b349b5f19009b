import { BusyButton } from '../button/busy-button.tsx';
import classes from './export-buttons.module.css';
import type { SheetForm } from './save-sheet.ts';

interface Props {
  /** 'Export all (24)': what the first button says, which saves CSV. */
  label: string;
  busy?: boolean;
  disabled?: boolean;
  size?: 'xs';
  onExport: (form: SheetForm) => void;
}

/** An export as CSV, and beside it the same for Excel. */
export function ExportButtons({ label, busy = false, disabled = false, size, onExport }: Props) {
  const shared = { variant: 'default', busy, disabled, ...(size && { size }) } as const;
  return (
    <div className={classes.pair}>
      <BusyButton {...shared} title="CSV" onClick={() => onExport('csv')}>
        {label}
      </BusyButton>
      <BusyButton {...shared} aria-label={`Excel: ${label}`} onClick={() => onExport('xlsx')}>
        Excel
      </BusyButton>
    </div>
  );
}
