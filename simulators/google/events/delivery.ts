import { seededRandom } from '../../world/seeded-random.ts';

/** Pub/Sub promises neither an order nor that a message comes once, or at all. Percent of the messages; the same seed does the same. */
export interface Delivery {
  seed: number;
  isShuffled: boolean;
  doubled: number;
  dropped: number;
}

export const FAITHFUL: Delivery = { seed: 1, isShuffled: false, doubled: 0, dropped: 0 };

/** Times that a message is handed out: what becomes of one does not depend on those beside it. */
function timesOf(id: string, { seed, doubled, dropped }: Delivery): number {
  const random = seededRandom(Number(id) * 31 + seed);
  if (random.chance(dropped / 100)) return 0;
  return random.chance(doubled / 100) ? 2 : 1;
}

export function handedOut<T extends { id: string }>(messages: readonly T[], delivery: Delivery): T[] {
  const out = messages.flatMap((message) => Array.from({ length: timesOf(message.id, delivery) }, () => message));
  if (!delivery.isShuffled) return out;
  const random = seededRandom(Number(messages[0]?.id ?? 0) * 31 + delivery.seed);
  return out
    .map((message) => ({ message, at: random.fraction() }))
    .sort((one, other) => one.at - other.at)
    .map(({ message }) => message);
}
