import type { BodyOf } from '@desk/contract/call';
import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { inArray } from 'drizzle-orm';
import { readRules } from '../../domain/work-items/assign-renewals.ts';
import type { AssignmentRule } from '../../domain/work-items/assign.ts';
import { readTeam } from '../../domain/work-items/team.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireLock } from '../../platform/db/locks.ts';
import { resellersTable as rs } from '../../platform/db/tables/customers.ts';
import { assignmentRulesTable as t } from '../../platform/db/tables/work.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { dayIn } from '../../platform/time/days.ts';
import { ruleOf } from './queries.ts';

type Saved = BodyOf<typeof assignmentRules.save>;

/** Whom and which reseller new rules name; who was named before may stay, active or not. */
async function isKnown(tx: Db, { rules }: Saved, named: ReadonlySet<number>, today: string): Promise<boolean> {
  const { colleagues } = await readTeam(tx, today);
  const people = rules.flatMap((rule) => rule.people);
  if (people.some((id) => colleagues.get(id)?.isActive !== true && !named.has(id))) return false;
  const resellers = [...new Set(rules.flatMap(({ reseller_id: id }) => id ?? []))];
  return (await tx.$count(rs, inArray(rs.id, resellers.length > 0 ? resellers : [0]))) === resellers.length;
}

/** A rule without whose turn it is. */
const wordsOf = ({ zone, segment, seatsFrom, seatsTo, resellerId, product, choice, people }: AssignmentRule): string =>
  JSON.stringify({ zone, segment, seatsFrom, seatsTo, resellerId, product, choice, people });

/** Writes all rules anew, in their order; whose turn it is stays known where a rule stays. */
export async function saveRules(body: Saved, ctx: ActorContext) {
  const today = dayIn(ctx.config.BUSINESS_TIME_ZONE, ctx.now());
  await ctx.write(async (tx) => {
    await acquireLock(tx, 'team');
    const present = await readRules(tx);
    if (present.map(({ id }) => id).join() !== body.seen.join()) refuse(assignmentRules.save, 409);
    const named = new Set(present.flatMap(({ people }) => people));
    if (!(await isKnown(tx, body, named, today))) refuse(assignmentRules.save, 422);
    const turns = new Map(present.map((rule) => [wordsOf(rule), rule.lastChosenId]));
    const rules = body.rules.map(ruleOf);
    const rows = body.rules.map(
      ({ seats_from: seatsFrom, seats_to: seatsTo, reseller_id: resellerId, ...rule }, at) => ({
        ...{ ...rule, seatsFrom, seatsTo, resellerId, position: at },
        lastChosenId:
          turns.get(
            rules
              .slice(at, at + 1)
              .map(wordsOf)
              .join(''),
          ) ?? null,
      }),
    );
    await tx.delete(t);
    if (rows.length > 0) await tx.insert(t).values(rows);
    const changes = changesBetween(
      { rules: present.map(wordsOf).join('\n') },
      { rules: rules.map(wordsOf).join('\n') },
    );
    if (changes.length > 0)
      await audit(tx, ctx, { action: 'assignment_rules_changed', subject: 'assignment_rules', changes });
  });
  return {};
}
