import { lazy, type ComponentType } from 'react';
import { tabStorage } from '../kit/browser/browser-storage.ts';

/** The code of a screen or of a part could not be fetched. */
export class CodeNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The code of this page was not loaded.', { cause });
  }
}

const RELOADED = 'desk:reloaded-for-code';

/** Reloads the page if the server has it; else the browser would show an error page of its own in its place. */
export async function reloadIfAnswered(): Promise<boolean> {
  const answers = await fetch(window.location.href, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (answers) window.location.reload();
  return answers;
}

/**
 * Fetches code. A server that answers and has it no more was renewed meanwhile: the page is reloaded, once. Browsers keep
 * in mind what could not be fetched, so that nothing but a reloaded page fetches it again.
 */
export async function loadCode<Part>(load: () => Promise<Part>): Promise<Part> {
  try {
    const part = await load();
    tabStorage.remove(RELOADED);
    return part;
  } catch (error) {
    if (tabStorage.read(RELOADED) !== true) {
      tabStorage.keep(RELOADED, true);
      if (await reloadIfAnswered()) return new Promise<Part>(() => undefined);
      tabStorage.remove(RELOADED);
    }
    throw new CodeNotLoaded(error);
  }
}

/** A component whose code is fetched when it is first drawn. */
export const lazyPart = <Props extends object>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => ({ default: await loadCode(load) }));
