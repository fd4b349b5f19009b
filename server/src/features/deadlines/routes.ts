import { deadlines } from '@desk/contract/renewal-work/deadlines';
import type { FastifyInstance } from 'fastify';
import { implement } from '../../platform/http/implement.ts';
import type { Services } from '../../platform/context.ts';
import { addHolidays, createFeed, removeHoliday, revokeFeed, setRenewalRules, setWorkedDay } from './commands.ts';
import { calendarOfToken, deadlineCounts, deadlineList, feedOf, holidayList, renewalRulesOf } from './queries.ts';

export const deadlineRoutes = implement(deadlines, {
  list: deadlineList,
  counts: deadlineCounts,
  holidays: holidayList,
  addHolidays,
  removeHoliday,
  setWorkedDay,
  rules: async (_body, ctx) => ({ rules: await renewalRulesOf(ctx.db, ctx) }),
  setRules: setRenewalRules,
  feed: feedOf,
  createFeed,
  revokeFeed,
});

const FILE = /^([A-Za-z0-9_-]{43})\.ics$/;

/** What a calendar subscribes to. An address that never was, and one that was revoked, are not told apart. */
export function serveCalendars(app: FastifyInstance, services: Services): void {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const token = FILE.exec(request.params.file)?.[1];
    const text = token === undefined ? undefined : await calendarOfToken(token, services);
    void reply.header('cache-control', 'no-store');
    if (text === undefined) return reply.code(404).send({ error: true, message: 'Not found', request_id: request.id });
    return reply.header('content-type', 'text/calendar; charset=utf-8').send(text);
  });
}
