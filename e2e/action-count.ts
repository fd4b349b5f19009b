import type { Page } from 'playwright-core';

/** What a person did with a page, one line each, such as `click Approve 50`. */
export interface Actions {
  readonly done: readonly string[];
  /** Begins to count anew. */
  readonly restart: () => void;
}

/** Runs in the page: tells each action by the binding `countAction`. */
function watch(): void {
  const COMMANDS = /^(Enter|Escape|Tab|Home|End|Page(Up|Down)|Arrow(Up|Down|Left|Right)|F\d+)$/;
  const MODIFIERS = /^(Control|Shift|Alt|Meta)$/;
  const tell = (what: string) =>
    void (window as unknown as { countAction: (what: string) => Promise<void> }).countAction(what);
  const nameOf = (target: EventTarget | null) => {
    if (!(target instanceof Element)) return '';
    const control = target.closest('button, a, select, input, label, summary') ?? target;
    const label =
      control instanceof HTMLInputElement || control instanceof HTMLSelectElement ? control.labels?.[0] : null;
    return (control.getAttribute('aria-label') ?? label?.textContent ?? control.textContent).trim().slice(0, 60);
  };
  const isTyped = ({ key, target }: KeyboardEvent) =>
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox], [type=radio]), textarea') &&
    key.length <= 1;
  const isErased = ({ key, target }: KeyboardEvent) =>
    /^(Backspace|Delete)$/.test(key) && target instanceof HTMLElement && target.matches('input, textarea');
  const options = { capture: true, passive: true };
  // Of a click on a label a page sees two; of pressing the button one.
  window.addEventListener('pointerdown', (event) => event.isTrusted && tell(`click ${nameOf(event.target)}`), options);
  window.addEventListener(
    'change',
    ({ target }) => target instanceof HTMLSelectElement && tell(`choose ${target.value} in ${nameOf(target)}`),
    options,
  );
  const isCommand = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) =>
    ctrlKey || metaKey || altKey || COMMANDS.test(key);
  window.addEventListener(
    'keydown',
    (event) => {
      if (!event.isTrusted || MODIFIERS.test(event.key)) return;
      const held = event.ctrlKey || event.metaKey ? 'Ctrl+' : '';
      if (isCommand(event) || !(isTyped(event) || isErased(event))) tell(`press ${held}${event.key}`);
    },
    options,
  );
}

/**
 * Counts what a person does with a page and the pages after it: each click, choice in a list and command key is one action,
 * whichever way the journey makes it; what is typed into a field counts nothing.
 */
export async function countedPage(page: Page): Promise<Actions> {
  const done: string[] = [];
  await page.exposeBinding('countAction', (_source, what: string) => void done.push(what));
  await page.addInitScript(watch);
  await page.evaluate(watch);
  return { done, restart: () => void done.splice(0) };
}

/** The actions of a task, for whoever reads the run. */
export const actionReport = (task: string, { done }: Actions): string =>
  `${task}: ${done.length} actions\n${done.map((action, at) => `  ${at + 1}. ${action}`).join('\n')}\n`;
