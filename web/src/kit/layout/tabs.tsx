import { useEffect, useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useNarrow } from '../browser/use-narrow.ts';
import classes from './tabs.module.css';

interface Props<Tab extends string> {
  label: string;
  /** In their order, each with its words. */
  tabs: Readonly<Record<Tab, string>>;
  value: Tab;
  onChange: (tab: Tab) => void;
  /** At the end of their line. */
  beside?: ReactNode;
  children: ReactNode;
}

/** More of them than fit beside each other on a small screen. */
const MANY = 4;

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** One of several views of the same thing; where a small screen has no room for so many, a choice among them. */
export function Tabs<Tab extends string>({ children, ...props }: Props<Tab>) {
  const id = useId();
  const isChoice = useNarrow() && Object.keys(props.tabs).length > MANY;
  const panel = { role: 'tabpanel', id: `${id}-panel`, 'aria-labelledby': `${id}-${props.value}` };
  return (
    <>
      {isChoice ? <Choice {...props} /> : <TabList {...props} id={id} />}
      {/* The same element in both: what is open or typed in it stays when a phone is turned. */}
      <div {...(!isChoice && panel)}>{children}</div>
    </>
  );
}

type BarProps<Tab extends string> = Omit<Props<Tab>, 'children'>;

function Choice<Tab extends string>({ label, tabs, value, onChange, beside }: BarProps<Tab>) {
  return (
    <div className={classes.choice}>
      <select
        aria-label={label}
        className={classes.select}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value as Tab)}
      >
        {Object.entries<string>(tabs).map(([name, words]) => (
          <option key={name} value={name}>
            {words}
          </option>
        ))}
      </select>
      {beside}
    </div>
  );
}

/** The arrow keys go from tab to tab. */
function TabList<Tab extends string>({ id, label, tabs, value, onChange, beside }: BarProps<Tab> & { id: string }) {
  const names = Object.keys(tabs) as Tab[];
  const chosen = useRef<HTMLButtonElement>(null);
  // Where they do not fit beside each other, the chosen one is in sight.
  useEffect(() => {
    const tab = chosen.current;
    const bar = tab?.parentElement;
    if (bar && tab.offsetLeft + tab.offsetWidth > bar.scrollLeft + bar.clientWidth) bar.scrollLeft = tab.offsetLeft;
  }, [value]);
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    const next = step === undefined ? undefined : names[(names.indexOf(value) + step + names.length) % names.length];
    if (next === undefined) return;
    event.preventDefault();
    onChange(next);
    document.getElementById(`${id}-${next}`)?.focus();
  };
  return (
    <div className={classes.line}>
      <div role="tablist" aria-label={label} className={classes.tabs}>
        {names.map((name) => (
          <button
            key={name}
            ref={name === value ? chosen : null}
            id={`${id}-${name}`}
            type="button"
            className={classes.tab}
            role="tab"
            aria-selected={name === value}
            aria-controls={`${id}-panel`}
            tabIndex={name === value ? 0 : -1}
            onClick={() => onChange(name)}
            onKeyDown={walk}
          >
            {tabs[name]}
          </button>
        ))}
      </div>
      {beside !== undefined && <div className={classes.beside}>{beside}</div>}
    </div>
  );
}
