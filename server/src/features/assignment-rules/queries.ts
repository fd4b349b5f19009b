import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { licencesOf } from '@desk/contract/renewals';
import type { assignmentRules, AssignmentRule as Written } from '@desk/contract/renewal-work/assignment-rules';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { assignerNow, readRules } from '../../domain/work-items/assign-renewals.ts';
import type { AssignmentRule } from '../../domain/work-items/assign.ts';
import { readTeam, type NamedTeam } from '../../domain/work-items/team.ts';
import type { ActorContext } from '../../platform/context.ts';
import { customersTable as c, resellersTable as rs } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { dayIn } from '../../platform/time/days.ts';

const todayOf = ({ config, now }: ActorContext): string => dayIn(config.BUSINESS_TIME_ZONE, now());

/** Those whom a rule names and who cannot be given anything; null: all of them can. */
function passedOver({ people }: Pick<AssignmentRule, 'people'>, { colleagues }: NamedTeam): string | null {
  const names = people.flatMap((id) => {
    const one = colleagues.get(id);
    return one?.isActive === true ? [] : [one?.name ?? 'Somebody who is not there'];
  });
  if (names.length === 0) return null;
  const who = `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} suspended or without a screen of renewals`;
  return names.length === people.length ? `${who}: this rule is passed over.` : `${who}: passed over.`;
}

export async function ruleList(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof assignmentRules.list>> {
  const [rules, team] = await Promise.all([readRules(ctx.db), readTeam(ctx.db, todayOf(ctx))]);
  const wanted = rules.flatMap(({ resellerId }) => resellerId ?? []);
  const resellers = await ctx.db
    .select({ id: rs.id, name: rs.companyName })
    .from(rs)
    .where(inArray(rs.id, wanted.length > 0 ? wanted : [0]));
  const personOf = (id: number) => ({ account_id: id, name: team.colleagues.get(id)?.name ?? '' });
  return {
    rules: rules.map((rule) => ({
      rule_id: rule.id,
      zone: rule.zone as Written['zone'],
      segment: rule.segment as Written['segment'],
      ...{ seats_from: rule.seatsFrom, seats_to: rule.seatsTo, reseller_id: rule.resellerId },
      reseller: resellers.find(({ id }) => id === rule.resellerId)?.name ?? null,
      ...{ product: rule.product, choice: rule.choice, people: rule.people.map(personOf) },
      passed_over: passedOver(rule, team),
    })),
    people: [...team.colleagues.values()].filter(({ isActive }) => isActive).map(({ id }) => personOf(id)),
  };
}

/** A rule as it is written, as the engine reads it. */
export const ruleOf = (rule: Written, at: number): AssignmentRule => ({
  ...{ id: at + 1, zone: rule.zone, segment: rule.segment, seatsFrom: rule.seats_from, seatsTo: rule.seats_to },
  ...{
    resellerId: rule.reseller_id,
    product: rule.product,
    choice: rule.choice,
    people: rule.people,
    lastChosenId: null,
  },
});

export async function rulePreview(
  { rules }: BodyOf<typeof assignmentRules.preview>,
  ctx: ActorContext,
): Promise<ReplyOf<typeof assignmentRules.preview>> {
  const today = todayOf(ctx);
  const { give } = await assignerNow(ctx.db, rules.map(ruleOf), today);
  const free = await ctx.db
    .select({
      ...{ zone: r.zone, segment: r.segment, number_of_seats: r.numberOfSeats, licensed_seats: r.licensedSeats },
      ...{ resellerId: c.resellerId, product: r.skuName, price: r.price, currency: r.currency },
    })
    .from(r)
    .innerJoin(c, eq(c.id, r.customerId))
    .where(and(eq(r.product, 'licence'), eq(r.state, 'open'), isNull(r.assignedToId)))
    .orderBy(r.termEnd, r.id);
  const counts = new Map<number | null, number>();
  for (const { price, ...one } of free) {
    const chosen = give({ ...one, seats: licencesOf(one), value: price === null ? null : Number(price) });
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  const { colleagues } = await readTeam(ctx.db, today);
  const people = [...counts].flatMap(([id, count]) =>
    id === null ? [] : [{ account_id: id, name: colleagues.get(id)?.name ?? '', count }],
  );
  return { people: people.toSorted((one, other) => other.count - one.count), unassigned: counts.get(null) ?? 0 };
}
