import type { Page } from 'playwright-core';
import { restOf } from './at-rest.ts';
import { lookAt, press, type Control } from './controls.ts';

/** Error texts that no page may show. */
const BROKEN = ['Unexpected Application Error!', 'Wrong URL..!!!', 'Something went wrong'];
const MOST_PRESSES = 400;
/** So many tell enough of a screen. */
const MOST_FAULTS = 5;
const DEEPEST = 6;

interface Seen extends Control {
  /** The kind that was pressed before it was there; undefined: it stands there from the beginning. */
  readonly after: string | undefined;
  readonly nth: number;
}

interface Sweep {
  readonly page: Page;
  /** Name in failure messages. */
  readonly name: string;
  /** Opens it afresh and waits until it stands. */
  readonly open: () => Promise<unknown>;
  /** The frame around the screens, or the screen itself. */
  readonly part: 'frame' | 'screen';
  /** Words of what is left alone: it ends the session. */
  readonly leaves: RegExp;
  /** Controls pressed in dialogs; the same dialog of another screen is not gone through again. */
  readonly inDialogs: Set<string>;
}

/** Hears whatever a page and its server complain of. */
function receive(page: Page, note: (what: string) => void): void {
  page.on('pageerror', (error) => note(error.message));
  page.on('console', (message) => {
    // A refusal is an answer; the browser writes it into its log all the same.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) note(message.text());
  });
  page.on('response', (response) => {
    if (response.status() >= 500) note(`${response.status()} of ${new URL(response.url()).pathname}`);
  });
  // Asked when a page with something typed is left.
  page.on('dialog', (dialog) => void dialog.accept().catch(() => undefined));
}

/**
 * Presses every control of a screen, and of whatever that opens, once; of the rows of a list each kind once. Answers what
 * went wrong, each with where, how often it pressed, and what it saw and could not come back to: data move on.
 */
export async function sweep({ page, name, open, part, leaves, inDialogs }: Sweep) {
  const faults: string[] = [];
  const seen = new Map<string, Seen>();
  const pressed = new Set(inDialogs);
  const unreached = new Set<string>();
  let trail = '';
  let last: string | undefined;
  let home = '';
  let presses = 0;
  const note = (what: string) => faults.push(`${name}${trail}: ${what}`);
  receive(page, note);
  const atRest = restOf(page);
  const settle = (isOpening = false) => atRest(isOpening).catch((error: unknown) => void note(String(error)));
  const isMine = ({ place, name: words }: Control) =>
    (place === 'dialog' || (place === 'frame') === (part === 'frame')) && !leaves.test(words);
  const isDue = ({ kind }: Control) => seen.has(kind) && !pressed.has(kind);

  const begin = async () => {
    trail = '';
    last = undefined;
    await open();
    await settle(true);
    home = new URL(page.url()).pathname;
  };
  /** The page as it stands; a broken one is reported, and it or another page is left again. */
  const look = async (): Promise<Awaited<ReturnType<typeof lookAt>>> => {
    const sight = await lookAt(page);
    const isBroken = sight.path === '/error' || BROKEN.some((text) => sight.headings.includes(text));
    if (isBroken) note(`led to ${sight.path}, “${sight.headings}”`);
    if (isBroken || (part === 'screen' && sight.path !== home)) {
      await begin();
      return look();
    }
    for (const one of sight.controls.filter(isMine))
      if (!seen.has(one.kind)) seen.set(one.kind, { ...one, after: last, nth: seen.size });
    return sight;
  };
  const trailOf = (kind: string | undefined, depth = 0): string => {
    const one = kind === undefined ? undefined : seen.get(kind);
    if (!one || depth > DEEPEST) return '';
    return `${trailOf(one.after, depth + 1)} › ${one.name} (${one.kind})`;
  };
  const find = async (kind: string) => (await look()).controls.findIndex((one) => one.kind === kind);
  const failureAt = (at: number) =>
    press(page, at).then(
      () => undefined,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  /** What a panel lies over is pressed once that is closed, as people do. */
  const failureOf = async (kind: string, at: number) => {
    if ((await failureAt(at)) === undefined) return undefined;
    await page.keyboard.press('Escape');
    await settle();
    const now = await find(kind);
    return now < 0 ? undefined : failureAt(now);
  };
  /** Presses it. @returns the page as it then stands */
  const act = async ({ kind }: Control, at: number) => {
    trail = trailOf(kind);
    last = kind;
    presses += 1;
    const failure = await failureOf(kind, at);
    await settle();
    const sight = await look();
    pressed.add(kind);
    if (kind.startsWith('“')) inDialogs.add(kind);
    if (failure !== undefined && sight.controls.some((one) => one.kind === kind)) note(`cannot be pressed: ${failure}`);
    return sight;
  };
  /**
   * First what came with a press, the newest first: it may go with the next one. Then what stands in rows, before the filters
   * that may leave none. What closes, takes away or leads on comes after what stands beside it.
   */
  const rank = ({ kind, place, isLast }: Control) => {
    const { after, nth = 0 } = seen.get(kind) ?? {};
    const came = after !== undefined && place !== 'row';
    return (came ? 4e6 + nth : 0) + (isLast ? 0 : 2e6) + (place === 'row' ? 1e6 : 0);
  };
  const escape = async () => {
    for (let tries = 0; tries < 4; tries += 1) {
      await page.keyboard.press('Escape');
      await settle();
      const { controls, isModal } = await look();
      if (!isModal || controls.some(isDue)) return;
    }
    await begin();
  };
  /** Presses what led to a control, from the screen on. */
  const reach = async (kind: string, depth = 0): Promise<boolean> => {
    const one = seen.get(kind);
    if (!one || depth > DEEPEST) return false;
    if ((await find(kind)) < 0 && one.after !== undefined && !(await reach(one.after, depth + 1))) return false;
    const at = await find(kind);
    if (at >= 0 && depth > 0) await act(one, at);
    return at >= 0;
  };

  /** Comes to what was seen and is not there now; from the screen as it opens, where it must. @returns whether anything is left */
  const comeBack = async (): Promise<boolean> => {
    const left = [...seen.values()].find((one) => isDue(one) && !unreached.has(one.kind));
    if (!left) return false;
    if (await reach(left.kind)) return true;
    await begin();
    if (!(await reach(left.kind))) unreached.add(left.kind);
    return true;
  };

  /** Presses what is due of what stands there, one after the other. @returns the page when nothing is */
  const pressAll = async (): Promise<Awaited<ReturnType<typeof lookAt>>> => {
    let sight = await look();
    for (let isNew = true; presses < MOST_PRESSES && faults.length < MOST_FAULTS;) {
      const { controls } = sight;
      const next = controls.filter(isDue).toSorted((a, b) => rank(b) - rank(a))[0];
      // What comes a moment after the last press is seen by a second look.
      if (!next && isNew) return sight;
      isNew = next === undefined;
      sight = next ? await act(next, controls.indexOf(next)) : await look();
    }
    return sight;
  };

  await begin();
  while (presses < MOST_PRESSES && faults.length < MOST_FAULTS) {
    const { isModal } = await pressAll();
    if (isModal) await escape();
    else if (!(await comeBack())) break;
  }
  if (presses >= MOST_PRESSES) note('there is no end of buttons');
  return { faults, presses, unreached: [...unreached] };
}
