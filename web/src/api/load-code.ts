import { useQueryClient } from '@tanstack/react-query';
import { createElement, lazy, useEffect, useState, type ComponentType } from 'react';
import { tabStorage } from '../kit/browser/browser-storage.ts';

/** The code of a screen or of a part could not be fetched. */
export class CodeNotLoaded extends Error {
  constructor(cause: unknown) {
    super('The code of this page was not loaded.', { cause });
  }
}

const RELOADED = 'desk:reloaded-for-code';
/** Code that is missing after a reload as well is missing for good: another reload would be one of many. */
const AGAIN_MS = 60_000;

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
    return await load();
  } catch (error) {
    const last = tabStorage.read(RELOADED);
    if (typeof last !== 'number' || Date.now() - last > AGAIN_MS) {
      tabStorage.keep(RELOADED, Date.now());
      if (await reloadIfAnswered()) return new Promise<Part>(() => undefined);
      tabStorage.remove(RELOADED);
    }
    throw new CodeNotLoaded(error);
  }
}

/**
 * A component whose code is fetched when it is first drawn, or before that by `preload`. Code that is there is drawn at once:
 * React shows what has to wait, however shortly, only after 300 ms.
 */
export function lazyPart<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(async () => ({ default: (loaded = await loadCode(load)) }));
  function Part(props: Props) {
    // One of them for as long as it stands: another component would lose what was typed.
    const [Component] = useState<ComponentType<Props>>(() => loaded ?? Lazy);
    return createElement(Component, props);
  }
  /** What fails to load here is told when it is drawn. */
  const preload = () =>
    load().then(
      (part) => void (loaded = part),
      () => undefined,
    );
  return Object.assign(Part, { preload });
}

/** How long a page stands before more is fetched than it shows. */
const STANDS_MS = 1_000;

/**
 * Fetches what is likely to be opened next: a list comes without its dialogs, which are there by the time one of them is opened.
 * While the page waits for an answer itself, that would hold it up.
 */
export function usePreloaded(parts: readonly { preload: () => unknown }[]): void {
  const queries = useQueryClient();
  useEffect(() => {
    const timer = setInterval(() => {
      if (queries.isFetching() > 0) return;
      clearInterval(timer);
      for (const { preload } of parts) void preload();
    }, STANDS_MS);
    return () => clearInterval(timer);
  }, [parts, queries]);
}
