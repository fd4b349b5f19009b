import type { BodyOf } from '@desk/contract/call';
import { views } from '@desk/contract/views';
import { and, eq, ne } from 'drizzle-orm';
import { slugsOf } from '../../config.ts';
import { audit, changesBetween } from '../../platform/audit/audit.ts';
import type { ActorContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { acquireLockOf } from '../../platform/db/locks.ts';
import { defaultViewsTable as d, viewsTable as v } from '../../platform/db/tables/views.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { visibleTo } from './queries.ts';
import { mayChange, mayShareWithAll, MOST_VIEWS, screenOf } from './rules.ts';

type Saved = BodyOf<typeof views.save>;

const auditView = (tx: Db, ctx: ActorContext, action: string, id: number, old: object, now: object) =>
  audit(tx, ctx, { action, subject: 'view', subjectId: id, changes: changesBetween({ ...old }, { ...now }) });

async function lockView(tx: Db, id: number) {
  const [view] = await tx.select().from(v).where(eq(v.id, id)).for('update');
  return view;
}

const isTaken = async (
  tx: Db,
  { screen, ownerId, name }: Pick<typeof v.$inferInsert, 'screen' | 'ownerId' | 'name'>,
  exceptId = 0,
) => (await tx.$count(v, and(eq(v.screen, screen), eq(v.ownerId, ownerId), eq(v.name, name), ne(v.id, exceptId)))) > 0;

async function create(tx: Db, ctx: ActorContext, view: Omit<typeof v.$inferInsert, 'id' | 'version'>): Promise<number> {
  const { screen, ownerId } = view;
  if (await isTaken(tx, view)) refuse(views.save, 409);
  if ((await tx.$count(v, and(eq(v.screen, screen), eq(v.ownerId, ownerId)))) >= MOST_VIEWS) refuse(views.save, 422);
  const [made] = await tx.insert(v).values(view).returning({ id: v.id });
  const id = made?.id ?? 0;
  const { name, scope, search } = view;
  await auditView(tx, ctx, 'view_saved', id, {}, { screen, name, scope, search });
  return id;
}

async function change(tx: Db, ctx: ActorContext, id: number, screen: string, wanted: Saved): Promise<void> {
  const { name, scope, search, version } = wanted;
  const view = await lockView(tx, id);
  if (view?.screen !== screen) return refuse(views.save, 404);
  if (!mayChange(view, ctx.actor)) refuse(views.save, 403);
  const isStale = version !== undefined && version !== view.version;
  if (isStale || (await isTaken(tx, { ...view, name }, id))) refuse(views.save, 409);
  await tx
    .update(v)
    .set({ name, scope, search, version: view.version + 1 })
    .where(eq(v.id, id));
  await auditView(tx, ctx, 'view_saved', id, view, { name, scope, search });
}

export async function saveView(body: Saved, ctx: ActorContext) {
  const { view_id, name, scope, search } = body;
  const { actor, config } = ctx;
  const screen = screenOf(body.screen, actor, slugsOf(config)) ?? refuse(views.save, 403);
  if (scope === 'all' && !mayShareWithAll(actor)) refuse(views.save, 403);
  const saved = await ctx.write(async (tx) => {
    await acquireLockOf(tx, 'views of a screen', screen);
    if (view_id === undefined) return create(tx, ctx, { screen, ownerId: actor.id, name, scope, search });
    await change(tx, ctx, view_id, screen, body);
    return view_id;
  });
  ctx.announce({ kind: 'views' });
  return { view_id: saved };
}

export async function removeView({ view_id: id }: BodyOf<typeof views.remove>, ctx: ActorContext) {
  await ctx.write(async (tx) => {
    const view = (await lockView(tx, id)) ?? refuse(views.remove, 404);
    if (!mayChange(view, ctx.actor)) refuse(views.remove, 403);
    await tx.delete(v).where(eq(v.id, id));
    const { name, scope, search, screen } = view;
    await auditView(
      tx,
      ctx,
      'view_deleted',
      id,
      { name, scope, search, screen },
      { name: null, scope: null, search: null, screen: null },
    );
  });
  ctx.announce({ kind: 'views' });
  return {};
}

export async function setDefaultView({ view_id, ...body }: BodyOf<typeof views.setDefault>, ctx: ActorContext) {
  const { actor } = ctx;
  const screen = screenOf(body.screen, actor, slugsOf(ctx.config)) ?? refuse(views.setDefault, 403);
  await ctx.write(async (tx) => {
    const own = and(eq(d.accountId, actor.id), eq(d.screen, screen));
    const [before] = await tx.select({ default_view: d.viewId }).from(d).where(own).for('update');
    if (view_id === null) await tx.delete(d).where(own);
    else {
      const isSeen = and(eq(v.id, view_id), eq(v.screen, screen), visibleTo(actor.id));
      // Held: its owner may be deleting it.
      const [seen] = await tx.select({ id: v.id }).from(v).where(isSeen).for('key share');
      if (!seen) refuse(views.setDefault, 404);
      await tx
        .insert(d)
        .values({ accountId: actor.id, screen, viewId: view_id })
        .onConflictDoUpdate({ target: [d.accountId, d.screen], set: { viewId: view_id } });
    }
    const changes = changesBetween(before ?? { default_view: null }, { default_view: view_id });
    if (changes.length > 0)
      await audit(tx, ctx, { action: 'default_view_set', subject: 'account', subjectId: actor.id, changes });
  });
  // Their other tabs show it.
  ctx.announce({ kind: 'views' });
  return {};
}
