import type { ActorContext } from '../context.ts';
import { audit } from './audit.ts';

/** Notes that a file was taken out: what it was asked for with, and how many rows went out; null: not to the end. */
export const auditExport = (ctx: ActorContext, subject: string, asked: object) => (rows: number | null) => {
  const filter = Object.entries(asked)
    .filter(([field]) => field !== 'email')
    .map(([field, value]) => ({ field, old: null, new: String(value) }));
  const sent = { field: 'rows', old: null, new: rows === null ? 'not sent to the end' : String(rows) };
  return audit(ctx.db, ctx, { action: 'exported', subject, changes: [...filter, sent] });
};
