type Kind = 'localStorage' | 'sessionStorage';

/** Text as JSON; null where it is none. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? 'null');
  } catch {
    return null;
  }
}

/**
 * The one way to what a browser stores. It never throws: what was stored may be anybody's, so that text which is no JSON
 * reads as null; and what a browser forbids or has no room for is kept for as long as the page stands.
 */
function storageOf(kind: Kind) {
  const refused = new Map<string, string>();
  const attempt = <Result>(act: (storage: Storage) => Result): Result | undefined => {
    try {
      return act(window[kind]);
    } catch {
      return undefined;
    }
  };
  const text = (name: string): string | null =>
    refused.get(name) ?? attempt((storage) => storage.getItem(name)) ?? null;
  const remove = (name: string): void => {
    refused.delete(name);
    attempt((storage) => storage.removeItem(name));
  };
  const keepText = (name: string, value: string): void => {
    refused.delete(name);
    const isStored = attempt((storage) => {
      storage.setItem(name, value);
      return true;
    });
    if (isStored) return;
    // The former text must not come back with the next page.
    remove(name);
    refused.set(name, value);
  };
  return {
    text,
    /** Parses a stored value; null where none is stored, or it is no JSON. */
    read: (name: string): unknown => parsed(text(name)),
    keepText,
    /** As JSON; undefined is nothing to keep. */
    keep: (name: string, value: unknown): void => {
      if (value === undefined) remove(name);
      else keepText(name, JSON.stringify(value));
    },
    remove,
    /** Whether something is stored under a name that begins so. */
    has: (beginning: string): boolean =>
      [...refused.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])].some((name) =>
        name.startsWith(beginning),
      ),
    clear: (): void => {
      refused.clear();
      attempt((storage) => storage.clear());
    },
  };
}

/** Kept until it is removed, for every tab. */
export const browserStorage = storageOf('localStorage');
/** Kept as long as the tab stands. */
export const tabStorage = storageOf('sessionStorage');
