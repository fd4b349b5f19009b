import { useState } from 'react';

/** Keys of writes, by their bodies as they are sent. */
export interface IdempotencyKeys {
  readonly take: (body: string) => string;
  /** @param lost the key of a write whose answer did not come: it may have been done */
  readonly end: (body: string, lost?: string) => void;
}

/**
 * The same write sent again after a lost answer carries the same key, so that it happens once; several may be under way at the same
 * time. Once something else was sent, the first one is another intention: with the old key its old answer would come, and nothing be done.
 */
export function makeIdempotencyKeys(): IdempotencyKeys {
  const underWay = new Map<string, string>();
  let unanswered: { body: string; key: string } | undefined;
  return {
    take(body) {
      if (unanswered?.body !== body) unanswered = undefined;
      const key = underWay.get(body) ?? unanswered?.key ?? crypto.randomUUID();
      underWay.set(body, key);
      return key;
    },
    end(body, lost) {
      underWay.delete(body);
      if (lost !== undefined) unanswered = { body, key: lost };
      else if (unanswered?.body === body) unanswered = undefined;
    },
  };
}

export const useIdempotencyKeys = (): IdempotencyKeys => useState(makeIdempotencyKeys)[0];
