interface Node {
  /** One object for as long as the process lives. */
  readonly config: object;
  readonly now: () => Date;
}

/**
 * Keeps an answer on each node for so many milliseconds: for what is costly to count and may be a little old. Those who ask
 * while it is read wait for the same one; one that failed is not kept.
 */
export function ttlCache<Ctx extends Node, Answer>(
  ms: number,
  read: (ctx: Ctx) => Promise<Answer>,
): (ctx: Ctx) => Promise<Answer> {
  // A node has one configuration.
  const kept = new WeakMap<object, { readAt: number; answer: Promise<Answer> }>();
  return (ctx) => {
    const now = ctx.now().getTime();
    const known = kept.get(ctx.config);
    if (known && Math.abs(now - known.readAt) < ms) return known.answer;
    const fresh = { readAt: now, answer: read(ctx) };
    kept.set(ctx.config, fresh);
    fresh.answer.catch(() => {
      if (kept.get(ctx.config) === fresh) kept.delete(ctx.config);
    });
    return fresh.answer;
  };
}
