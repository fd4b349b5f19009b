import { deadlines } from '@desk/contract/renewal-work/deadlines';
import type { FastifyInstance } from 'fastify';
import { limits } from '../../auth/limits.ts';
import { addressKey, attemptAll } from '../../auth/throttle.ts';
import { limitConcurrency } from '../../platform/concurrency/limit.ts';
import type { Services } from '../../platform/context.ts';
import { implement } from '../../platform/http/implement.ts';
import { Refusal, retryLater } from '../../platform/http/refusal.ts';
import { addHolidays, createFeed, removeHoliday, revokeFeed, setRenewalRules, setWorkedDay } from './commands.ts';
import { calendarOfToken, deadlineCounts, deadlineList, feedOf, holidayList, renewalRulesOf } from './queries.ts';
import { tokenHashOf } from './rules.ts';

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

/** So many are written at a time: each asks for all that its reader sees. */
const AT_ONCE = 2;
const FILE = /^([A-Za-z0-9_-]{43})\.ics$/;

/** What a calendar subscribes to. An address that never was, and one that was revoked, are not told apart. */
export function serveCalendars(app: FastifyInstance, services: Services): void {
  const inTurn = limitConcurrency(AT_ONCE);
  /** @returns seconds to wait, 0 where it may go on */
  const countRequest = (token: string, ip: string): Promise<number> => {
    const { calendarsPerAddress, calendarsPerFeed } = limits(services.config.RATE_PROFILE);
    const feed = tokenHashOf(token).toString('hex');
    return attemptAll(
      services.db,
      [`calendar:${addressKey(ip)}`, calendarsPerAddress],
      [`calendar-feed:${feed}`, calendarsPerFeed],
    );
  };
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const token = FILE.exec(request.params.file)?.[1];
    const text =
      token === undefined
        ? undefined
        : await inTurn(async () => {
            const wait = await countRequest(token, request.ip);
            if (wait === 0) return calendarOfToken(token, services);
            const { message, more } = retryLater('', wait);
            throw new Refusal(429, message, more);
          });
    void reply.header('cache-control', 'no-store');
    if (text === undefined) return reply.code(404).send({ error: true, message: 'Not found', request_id: request.id });
    return reply.header('content-type', 'text/calendar; charset=utf-8').send(text);
  });
}
