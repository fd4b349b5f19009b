import { stepMonth } from '../text/format.ts';
import { MonthPicker } from './month-picker.tsx';
import { useShortcut } from '../keyboard/shortcuts.ts';

interface Props {
  /** `yyyy-mm`. */
  value: string;
  onChange: (month: string) => void;
}

/** The month of a whole screen: `[` and `]` step it from anywhere. */
export function MonthSteps({ value, onChange }: Props) {
  useShortcut('[', 'Previous month', () => onChange(stepMonth(value, -1)));
  useShortcut(']', 'Next month', () => onChange(stepMonth(value, 1)));
  return <MonthPicker value={value} onChange={onChange} />;
}
