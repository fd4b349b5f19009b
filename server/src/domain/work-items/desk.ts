import type { WorkProduct } from '@desk/contract/rules/next-action';
import type { ActorContext } from '../../platform/context.ts';
import { dayIn } from '../../platform/time/days.ts';
import { standingTo } from './approvers.ts';
import { approvalOf, type Item } from './items.ts';
import { itemsOf, workRevision, type Reading } from './kept-items.ts';
import { ownersByAssignee, readTeam, teamOfProduct, worksOn, type NamedTeam } from './team.ts';
import type { WorkRow } from './work-rows.ts';

/** What there is to do about a product, for those who work on it. */
export interface Desk extends Reading {
  readonly ctx: ActorContext;
  readonly product: WorkProduct;
  readonly revision: string;
  readonly team: NamedTeam;
  /** Owners by who sees their work today. */
  readonly owners: ReadonlyMap<number | null, readonly number[]>;
}

/** One for each product that the caller works on; that of licences is the first. */
export async function desksOf(ctx: ActorContext): Promise<readonly [Desk, ...Desk[]]> {
  const { pool, config } = ctx;
  const [now, timeZone] = [ctx.now(), config.BUSINESS_TIME_ZONE];
  const today = dayIn(timeZone, now);
  const reading = { pool, timeZone, today, now };
  const [team, revision] = await Promise.all([readTeam(ctx.db, today), workRevision(reading)]);
  const deskOf = (product: WorkProduct): Desk => {
    const own = teamOfProduct(team, product);
    return { ...reading, ctx, product, team: own, revision, owners: ownersByAssignee(own, today) };
  };
  return [deskOf('licence'), ...(worksOn(ctx.actor.menus, 'directory') ? [deskOf('directory')] : [])];
}

/** What several desks have to do; the same list where one alone has anything. */
export async function together(lists: readonly Promise<readonly Item[]>[]): Promise<readonly Item[]> {
  const filled = (await Promise.all(lists)).filter(({ length }) => length > 0);
  return filled.length === 1 && filled[0] ? filled[0] : filled.flat();
}

export const workOf = (desk: Desk, owners: readonly number[] | 'all', withNobodys = false) =>
  itemsOf(desk, desk.revision, { product: desk.product, owners, withNobodys });

/** What the caller may approve of a renewal, where it takes a second person. */
function toApprove(row: WorkRow, { ctx, team, today }: Desk): Item | undefined {
  const { live, ownerId } = row;
  if (live?.state !== 'draft' || !live.needsApproval) return undefined;
  const draft = { ...live, ownerId, isOfCustomer: live.source === 'customer' };
  return standingTo(draft, ctx.actor, team, today) === false ? undefined : approvalOf(row, live, team, today);
}

/** Whose work the caller sees today: the own, and that of those whom the caller covers for. */
export const seenBy = ({ ctx: { actor }, owners }: Desk): readonly number[] => owners.get(actor.id) ?? [];
export const coveredBy = (desk: Desk): readonly number[] => seenBy(desk).filter((id) => id !== desk.ctx.actor.id);

/** The own work, and what waits for the caller's approval, whoever has it. */
export async function ownWork(desk: Desk): Promise<readonly Item[]> {
  const { id } = desk.ctx.actor;
  const [own, waiting] = await Promise.all([
    seenBy(desk).includes(id) ? workOf(desk, [id]) : [],
    desk.product === 'licence' ? itemsOf(desk, desk.revision, 'to approve') : [],
  ]);
  const approvals = waiting.flatMap(({ row }) => toApprove(row, desk) ?? []);
  if (approvals.length === 0) return own;
  // Of the own renewals it is one thing to do; what somebody else has waits in their list all the same.
  const approved = new Set(approvals.map(({ row }) => row.renewalId));
  return [...approvals, ...own.filter(({ row }) => !approved.has(row.renewalId))];
}
