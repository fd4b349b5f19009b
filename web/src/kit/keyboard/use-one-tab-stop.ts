import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

type Stop = HTMLButtonElement | HTMLAnchorElement;
const buttonsOf = (box: HTMLElement) => [...box.querySelectorAll<Stop>('button, a[href]')];

function stopAt(buttons: readonly Stop[], stop: Stop): void {
  for (const button of buttons) button.tabIndex = button === stop ? 0 : -1;
}

/** The button that a key leads to from the one at `from`; undefined for a key that does not move. */
function destination(key: string, from: number, buttons: readonly Stop[]): Stop | undefined {
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  const step = STEPS[key];
  return step === undefined ? undefined : buttons[Math.min(Math.max(from + step, 0), buttons.length - 1)];
}

/**
 * Many buttons or links with one tab stop, at first the pressed one: arrows, Home and End go from button to button. The place that
 * had the focus last stays the stop.
 */
export function useOneTabStop<Box extends HTMLElement>(): RefObject<Box | null> {
  const ref = useRef<Box>(null);
  useLayoutEffect(() => {
    const buttons = ref.current ? buttonsOf(ref.current) : [];
    const stops = buttons.filter((button) => button.tabIndex === 0);
    const first = buttons.find((button) => button.matches('[aria-pressed="true"]')) ?? buttons[0];
    if (stops.length !== 1 && first) stopAt(buttons, first);
  });
  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const came = ({ target }: FocusEvent) => {
      const stop = buttonsOf(box).find((button) => button === target);
      if (stop) stopAt(buttonsOf(box), stop);
    };
    const walk = (event: KeyboardEvent) => {
      const buttons = buttonsOf(box);
      const to = destination(
        event.key,
        buttons.findIndex((button) => button === event.target),
        buttons,
      );
      if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      to.focus();
    };
    box.addEventListener('focusin', came);
    box.addEventListener('keydown', walk);
    return () => {
      box.removeEventListener('focusin', came);
      box.removeEventListener('keydown', walk);
    };
  }, []);
  return ref;
}
