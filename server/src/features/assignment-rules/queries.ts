import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { licencesOf } from '@desk/contract/renewals';
import {
  assignmentRules,
  MOST_RESELLERS,
  type AssignmentRule as Written,
} from '@desk/contract/renewal-work/assignment-rules';
import { and, asc, eq, ilike, inArray, isNull, or } from 'drizzle-orm';
import { seesUnassigned } from '../../domain/work-items/approvers.ts';
import { assignerNow, readRules } from '../../domain/work-items/assign-renewals.ts';
import type { AssignmentRule } from '../../domain/work-items/assign.ts';
import { readTeam, TEAM_SCREEN, type NamedTeam } from '../../domain/work-items/team.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { containsPattern } from '../../platform/db/sql/containing.ts';
import { customersTable as c, resellersTable as rs } from '../../platform/db/tables/customers.ts';
import { renewalsTable as r } from '../../platform/db/tables/renewals.ts';
import { refuse } from '../../platform/http/refusal.ts';
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

const OPEN_LICENCES = and(eq(r.product, 'licence'), eq(r.state, 'open'));

/** Products that a rule can be about. */
async function productsOf(db: Db, rules: readonly AssignmentRule[]): Promise<string[]> {
  const open = await db.selectDistinct({ name: r.skuName }).from(r).where(OPEN_LICENCES);
  const named = rules.flatMap(({ product }) => product ?? []);
  return [...new Set([...open.map(({ name }) => name), ...named])].filter((name) => name !== '').sort();
}

export async function ruleList(_body: unknown, ctx: ActorContext): Promise<ReplyOf<typeof assignmentRules.list>> {
  const { role, menus } = ctx.actor;
  const team = await readTeam(ctx.db, todayOf(ctx));
  if (!seesUnassigned(ctx.actor, team)) return refuse(assignmentRules.list, 403);
  const rules = await readRules(ctx.db);
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
    products: await productsOf(ctx.db, rules),
    may_save: role === 'ADMIN' && menus.has(TEAM_SCREEN),
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
  const team = await readTeam(ctx.db, today);
  if (!seesUnassigned(ctx.actor, team)) return refuse(assignmentRules.preview, 403);
  const { give } = await assignerNow(ctx.db, rules.map(ruleOf), today);
  const free = await ctx.db
    .select({
      ...{ zone: r.zone, segment: r.segment, number_of_seats: r.numberOfSeats, licensed_seats: r.licensedSeats },
      ...{ resellerId: c.resellerId, product: r.skuName, price: r.price, currency: r.currency },
    })
    .from(r)
    .innerJoin(c, eq(c.id, r.customerId))
    .where(and(OPEN_LICENCES, isNull(r.assignedToId)))
    .orderBy(r.termEnd, r.id);
  const counts = new Map<number | null, number>();
  for (const { price, ...one } of free) {
    const chosen = give({ ...one, seats: licencesOf(one), value: price === null ? null : Number(price) });
    counts.set(chosen, (counts.get(chosen) ?? 0) + 1);
  }
  const people = [...counts].flatMap(([id, count]) =>
    id === null ? [] : [{ account_id: id, name: team.colleagues.get(id)?.name ?? '', count }],
  );
  return { people: people.toSorted((one, other) => other.count - one.count), unassigned: counts.get(null) ?? 0 };
}

export async function ruleResellers(
  { search }: BodyOf<typeof assignmentRules.resellers>,
  { db }: ActorContext,
): Promise<ReplyOf<typeof assignmentRules.resellers>> {
  const part = containsPattern(search);
  const found = await db
    .select({ reseller_id: rs.id, company_name: rs.companyName, email: rs.email })
    .from(rs)
    .where(or(ilike(rs.companyName, part), ilike(rs.email, part)))
    .orderBy(asc(rs.companyName), asc(rs.id))
    .limit(MOST_RESELLERS);
  return { resellers: found };
}
