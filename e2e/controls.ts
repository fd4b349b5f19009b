import type { Page } from 'playwright-core';

/** Something that can be pressed, on the layer that is on top. */
export interface Control {
  /** The same for what is the same button in another row, on another day, with another count. */
  readonly kind: string;
  /** Its words, for people. */
  readonly name: string;
  /** Where it stands: around each screen, in a row of the screen's table, elsewhere on the screen, in a dialog. */
  readonly place: 'frame' | 'row' | 'screen' | 'dialog';
  /** Its words say that it leads away, so that what stands beside it is pressed first. */
  readonly isLast: boolean;
}

/** A page as it stands. */
interface Sight {
  readonly controls: readonly Control[];
  readonly headings: string;
  readonly path: string;
  readonly isModal: boolean;
}

/** Runs in the page: finds what can be pressed, and leaves the elements for `press`. */
function find(): Sight {
  const CONTROLS =
    'button, summary, select, a[href], input:is([type=checkbox],[type=radio],[type=button],[type=submit]), ' +
    '[role=button], [role=tab], [role=menuitem], [role=option], [role=switch]';
  const MONTHS = /\b(Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g;
  const LAST = /^(✕|Close|Cancel|Discard|Remove|Clear|Reset|Keep editing|Undo|Previous|Next)\b/;
  const general = (text: string) =>
    text
      .replace(/\S*[\w-][.@]\w\S*/g, '…')
      .replace(MONTHS, '…')
      .replace(/[\d,.]*\d/g, '#')
      .trim();
  const isThere = (element: HTMLElement) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    !element.matches(':disabled, [aria-disabled=true], .visually-hidden') &&
    !element.closest('[inert], [aria-hidden=true]');
  const isElsewhere = (element: HTMLElement) =>
    element instanceof HTMLAnchorElement &&
    (element.origin !== location.origin || (element.getAttribute('href') ?? '').startsWith('#'));
  const labelOf = (element: HTMLElement) => {
    const isField = element instanceof HTMLInputElement || element instanceof HTMLSelectElement;
    const label = isField ? element.labels?.[0] : undefined;
    return label && [...label.childNodes].filter((node) => !node.contains(element)).map((node) => node.textContent);
  };
  const nameOf = (element: HTMLElement) =>
    (element.getAttribute('aria-label') ?? labelOf(element)?.join(' ') ?? element.textContent)
      // Which way a column is sorted, and whether a section is open, makes no other button of it.
      .replace(/[▲▼▸▾\s]+/g, ' ')
      .trim();
  const inTable = (cell: HTMLTableCellElement, element: HTMLElement, name: string) => {
    const column = cell.dataset['column'] ?? String(cell.cellIndex);
    const nth = [...cell.querySelectorAll(CONTROLS)].indexOf(element);
    // "Undo: acme.example" and "Retry: acme.example" are two buttons, whose rows differ.
    const verb = /^([^:]+): /.exec(name)?.[1] ?? '';
    return general(`${cell.closest('table')?.ariaLabel ?? 'table'}, ${column}, ${nth}, ${verb}`);
  };
  const layer = [...document.querySelectorAll<HTMLElement>('[data-modal]')].at(-1);
  const title = general((layer?.querySelector('h2')?.textContent ?? '').split(':')[0] ?? '');
  // "Green, Nov 2026 (45 domains)" and its neighbours are one dialog.
  const scope = layer ? `“${/\(#[^)]*\)$/.exec(title)?.[0] ?? title}”` : '';
  const placeOf = (element: HTMLElement): Control['place'] => {
    if (layer) return 'dialog';
    if (element.closest('nav, header, footer') && !element.closest('main')) return 'frame';
    return element.closest('tbody') ? 'row' : 'screen';
  };
  const whereOf = (element: HTMLElement, name: string) => {
    const cell = element.closest<HTMLTableCellElement>('tbody :is(td, th)');
    if (cell) return inTable(cell, element, name);
    // Of what a list of rows, or a list to choose from, offers, each kind once.
    if (element.matches('[role=option]')) return general(element.lastElementChild?.textContent ?? '');
    const isOfRow = element.closest('li') && !element.closest('nav, [role=tablist]');
    return general(isOfRow ? (name.split(': ')[0] ?? name) : name);
  };
  const pressable = [...(layer ?? document.body).querySelectorAll<HTMLElement>(CONTROLS)].filter(
    (element) => isThere(element) && !isElsewhere(element),
  );
  Object.assign(window, { pressable });
  const controls = pressable.map((element) => {
    const name = nameOf(element);
    const place = placeOf(element);
    const role = element.getAttribute('role') ?? element.tagName.toLowerCase();
    const kind = `${place === 'frame' ? 'frame' : scope} ${role} ${whereOf(element, name)}`.trim();
    return { kind, name, place, isLast: LAST.test(name) };
  });
  const headings = [...document.querySelectorAll('h1')].map(({ textContent }) => textContent).join(' ');
  return { controls, headings, path: location.pathname, isModal: layer !== undefined };
}

/** Controls on the page as it stands: on the dialog on top, where there is one. */
export const lookAt = (page: Page): Promise<Sight> => page.evaluate(find);

/** Presses what stood at this place in the last answer of `lookAt`, as a person would; of a list another choice is taken. */
export async function press(page: Page, at: number): Promise<void> {
  const handle = await page.evaluateHandle(
    (place) => (window as unknown as { pressable: HTMLElement[] }).pressable[place],
    at,
  );
  const element = handle.asElement();
  if (!element) return;
  const choices = await element.evaluate((one) =>
    one instanceof HTMLSelectElement
      ? [...one.options].flatMap((option, index) => (option.selected || option.disabled ? [] : [index]))
      : undefined,
  );
  if (!choices) await element.click({ timeout: 3000 });
  else if (choices[0] !== undefined) await element.selectOption({ index: choices[0] }, { timeout: 3000 });
}
