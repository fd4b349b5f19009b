import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { office } from './testing/office.ts';

const [EVENTS, RENEWALS] = [200, 8];

/** Draws the same numbers each time. */
function drawing(seed: number) {
  let state = seed;
  const below = (count: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * count);
  };
  return { below, of: <T>(all: readonly T[]): T => all[below(all.length)] as T };
}

/** Who has a renewal, and by what: a hand-over's number, or `single`; what stood before lies below. */
interface Assignment {
  readonly owner: number | null;
  readonly by: number | 'single';
}
interface Expected {
  readonly id: number;
  stack: Assignment[];
  isOpen: boolean;
}

async function world() {
  const desk = await office();
  const people = [desk.vikram, desk.meenal, desk.tarun, desk.ritika];
  const ids = await desk.several(desk.meenal.id, RENEWALS);
  const expected: Expected[] = ids.map((id) => ({
    id,
    stack: [{ owner: desk.meenal.id, by: 'single' }],
    isOpen: true,
  }));
  const suspended = new Set<number>();
  return { desk, people, expected, suspended, handOvers: [] as number[] };
}
type World = Awaited<ReturnType<typeof world>>;
type Draw = ReturnType<typeof drawing>;

const topOf = ({ stack }: Expected): Assignment => stack.at(-1) ?? { owner: null, by: 'single' };
const present = ({ people, suspended }: World) => people.filter(({ id }) => !suspended.has(id));

const EVENT: readonly ((w: World, draw: Draw) => Promise<void>)[] = [
  async function assign(w, { of }) {
    if (present(w).length === 0) return;
    const [one, person] = [of(w.expected), of(present(w))];
    if (topOf(one).owner === person.id) return;
    await w.desk.assign(one.id, person.email);
    one.stack.push({ owner: person.id, by: 'single' });
  },
  async function give(w, { of, below }) {
    const from = of([0, ...w.people.map(({ id }) => id)]);
    const to = present(w).filter(({ id }) => id !== from && below(2) === 0);
    if (to.length === 0) return;
    const people = to.map(({ id }) => id);
    const preview = await w.desk.preview({ account_id: from }, people, { share: of(['round_robin', 'least_value']) });
    if (preview.rows.length === 0) return;
    const { hand_over_id } = await w.desk.give({ account_id: from }, people);
    const { rows } = await w.desk.server.pool.query<{ id: number; owner: number }>(
      'select renewal_id as id, to_account_id as owner from hand_over_rows where hand_over_id = $1',
      [hand_over_id],
    );
    const own = w.expected.filter((one) => one.isOpen && (topOf(one).owner ?? 0) === from);
    expect(rows.map(({ id }) => id).toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    for (const one of own)
      one.stack.push({ owner: rows.find(({ id }) => id === one.id)?.owner ?? null, by: hand_over_id });
    w.handOvers.push(hand_over_id);
  },
  async function undo(w, { of }) {
    if (w.handOvers.length === 0) return;
    const id = of(w.handOvers);
    const canReturn = ({ stack }: Expected) => {
      const { owner } = stack.at(-2) ?? { owner: null };
      return owner === null || !w.suspended.has(owner);
    };
    const own = w.expected.filter((one) => one.isOpen && topOf(one).by === id && canReturn(one));
    const { reply } = await w.desk.undo(id);
    expect(reply.given_back).toBe(own.length);
    for (const one of own) one.stack.pop();
    if (own.length > 0) w.handOvers.splice(w.handOvers.indexOf(id), 1);
  },
  async function suspend(w, { of }) {
    const person = of(w.people);
    if (w.suspended.has(person.id)) return;
    const id = await w.desk.suspend(person.id);
    w.suspended.add(person.id);
    const { vikram, meenal } = w.desk;
    const to = person.id === meenal.id && !w.suspended.has(vikram.id) ? vikram.id : null;
    const own = w.expected.filter((one) => one.isOpen && topOf(one).owner === person.id);
    expect(id === undefined).toBe(own.length === 0);
    for (const one of own) one.stack.push({ owner: to, by: id ?? 0 });
    if (id !== undefined) w.handOvers.push(id);
  },
  async function restore(w, { of }) {
    const person = of(w.people);
    await w.desk.setStatus(person.id, 'ACTIVE');
    w.suspended.delete(person.id);
  },
  async function closeOrOpen(w, { of }) {
    const one = of(w.expected);
    one.isOpen = !one.isOpen;
    await w.desk.server.db
      .update(r)
      .set({ state: one.isOpen ? 'open' : 'closed', closedBecause: one.isOpen ? null : 'ended' })
      .where(eq(r.id, one.id));
  },
];

test.each([20_261_123, 7, 4711])(
  'after any hand-overs, assignments and undos each renewal is with whom it was last given to, or given back to (%i)',
  { timeout: 120_000 },
  async (seed) => {
    const w = await world();
    const draw = drawing(seed);
    for (let at = 0; at < EVENTS; at += 1) {
      const event = draw.of(EVENT);
      await event(w, draw);
      const owners = await w.desk.owners();
      const wanted = Object.fromEntries(w.expected.map((one, i) => [`d${String(i)}.example`, topOf(one).owner]));
      expect({ [`${String(at)} ${event.name}`]: owners }).toEqual({ [`${String(at)} ${event.name}`]: wanted });
    }
    expect(w.handOvers.length).toBeGreaterThan(0);
  },
);
