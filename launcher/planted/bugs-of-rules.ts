import type { Change } from '../../fault-tests/planted-bug.ts';

/** A bug in a rule that the product promises to keep, and the tests one of which must see it. */
export interface BugOfRules {
  readonly name: string;
  readonly change: Change;
  /** Files of tests. */
  readonly tests: readonly string[];
}

const LAST_SAFE_DAY = 'server/src/domain/deadlines/last-safe-day.ts';
const OF_LAST_SAFE_DAY = ['server/src/domain/deadlines/last-safe-day.test.ts'];
const instructions = (...files: readonly string[]) =>
  files.map((file) => `server/src/features/instructions/${file}.test.ts`);
const myDay = (file: string) => [`server/src/features/my-day/${file}.test.ts`];

const STOPS = 'server/src/domain/reminders/stops.ts';
const remindersTests = (...files: readonly string[]) =>
  files.map((file) => `server/src/features/reminders/${file}.test.ts`);

/** A rule that stops reminders is asked no more. */
const withoutStop = (name: string, rule: string): BugOfRules => ({
  name,
  change: { file: STOPS, from: `  ${rule},\n`, to: '' },
  tests: ['server/src/domain/reminders/stops.test.ts'],
});

export const bugsOfRules: readonly BugOfRules[] = [
  {
    name: 'the last safe day is the day on which the term ends',
    change: {
      file: LAST_SAFE_DAY,
      from: 'days.get(end) ?? businessDaysBefore(end, lead, holidays);',
      to: 'lead < 0 ? businessDaysBefore(end, lead, holidays) : end;',
    },
    tests: OF_LAST_SAFE_DAY,
  },
  {
    name: 'a provider’s day is that of UTC alone',
    change: { file: LAST_SAFE_DAY, from: 'return utc < ours ? utc : ours;', to: 'return ours === "" ? ours : utc;' },
    tests: OF_LAST_SAFE_DAY,
  },
  {
    name: 'what was placed is verified without being read back',
    change: {
      file: 'server/src/features/instructions/jobs.ts',
      from: "return operation.state === 'done' ? 'placed' : { pending: SENTENCES.pending };",
      to: "return operation.state === 'done' ? { state: 'verified', reason: null, next: again } : { pending: '' };",
    },
    tests: instructions('instructions', 'faults'),
  },
  {
    name: 'what a customer decided while a form was open is replaced unseen',
    change: {
      file: 'server/src/features/instructions/commands.ts',
      from: 'if (body.seen !== undefined && body.seen !== (await standOf(tx, held.id))) refuse(instructions.place, 409);',
      to: '',
    },
    tests: instructions('instructions'),
  },
  {
    name: 'what a term leaves to be done goes with it',
    change: {
      file: 'server/src/domain/renewals/reconcile.ts',
      from: '...(await carryOver(tx, [...idsOf(work.closings), ...work.before], today)),',
      to: '',
    },
    tests: instructions('after-the-term'),
  },
  {
    name: 'what was decided about a term is placed on another one that took its place',
    change: {
      file: 'server/src/providers/google-reseller/plan.ts',
      from: '  if (beganEarly(termEndsAt, facts, now)) return inTermBegunEarly(wish, facts);\n',
      to: '',
    },
    tests: instructions('after-the-term'),
  },
  {
    name: 'a term that takes the place of another one carries its work along',
    change: {
      file: 'server/src/domain/renewals/terms.ts',
      from: 'if (follows(last.termEnd, running) || replaces(last, running))',
      to: 'if (follows(last.termEnd, running))',
    },
    tests: instructions('after-the-term'),
  },
  {
    name: 'a term is over by the clock, whatever its provider tells',
    change: {
      file: 'server/src/domain/instructions/advance.ts',
      from: 'return isOver(termEndsAt, now) && hasRolledOver(facts, now);',
      to: 'return isOver(termEndsAt, now);',
    },
    tests: instructions('after-the-term'),
  },
  {
    name: 'what is blocked by seats is left to the provider’s default',
    change: {
      file: 'server/src/domain/instructions/advance.ts',
      from: 'const [step] = goesOn ? fallback : [];',
      to: 'const [step] = goesOn ? [] : (fallback ?? []).slice(0, 0);',
    },
    tests: instructions('blocked-by-seats'),
  },
  {
    name: 'a wish that nobody approved outlives its term',
    change: {
      file: 'server/src/domain/renewals/end-drafts.ts',
      from: 'where r.id = i.renewal_id and i.renewal_id = any',
      to: 'where false and i.renewal_id = any',
    },
    tests: instructions('after-the-term'),
  },
  {
    name: 'who was refused and says the same once more is not heard',
    change: {
      file: 'server/src/domain/customer-decisions/decide.ts',
      from: "return decision.decision === 'talk' || (await isAsDecided(tx, renewal, decision));",
      to: "return decision.decision !== 'talk' || (await isAsDecided(tx, renewal, decision));",
    },
    tests: instructions('own-wish'),
  },
  {
    name: 'a cover is ignored',
    change: {
      file: 'server/src/domain/work-items/assignee-on.ts',
      from: 'return cover !== undefined && isThere(cover) ? cover : managerOf(ownerId, team, isThere);',
      to: 'return cover === -1 ? cover : managerOf(ownerId, team, isThere);',
    },
    tests: ['server/src/domain/work-items/assignee-on.test.ts'],
  },
  {
    name: 'what somebody planned hides what was blocked since',
    change: {
      file: 'server/src/domain/work-items/work-rows.ts',
      from: "i.state in ('draft', 'blocked', 'drifted') or n.kind",
      to: 'n.kind',
    },
    tests: myDay('decided'),
  },
  {
    name: 'a day is kept though somebody has said what is next',
    change: {
      file: 'server/src/domain/work-items/kept-items.ts',
      from: "${ALL_REVISIONS}, ' ', ${WORK_REVISIONS}",
      to: '${ALL_REVISIONS}',
    },
    tests: myDay('kept'),
  },
  withoutStop('who has decided is reminded', "['decided', decided]"),
  withoutStop('who has answered is reminded', "['replied', replied]"),
  withoutStop('who waits for help urgently is reminded', "['urgent_ticket', urgentTicket]"),
  withoutStop('a pause of reminders is ignored', "['paused', paused]"),
  withoutStop('who has left is reminded', "['left', left]"),
  withoutStop('an address that takes no mail is written to', "['bounced', bounced]"),
  withoutStop('who was written to by hand is reminded the same day', "['sent_by_hand', sentByHand]"),
  withoutStop('who waits for an answer is reminded to pay', "['replied', unsettledReply]"),
  {
    name: 'who has paid is reminded to pay',
    change: {
      file: STOPS,
      from: "return owes ? undefined : 'Nothing is owed.';",
      to: 'return undefined;',
    },
    tests: remindersTests('payment'),
  },
  {
    name: 'a reminder is claimed after its message was written, and not with it',
    change: {
      file: 'server/src/features/reminders/jobs.ts',
      from: 'await db.transaction((tx) => remind(tx, person, round));',
      to: 'await remind(db, person, round);',
    },
    tests: remindersTests('send'),
  },
  {
    name: 'a reminder goes out however long ago it was due',
    change: {
      file: 'server/src/domain/reminders/days.ts',
      from: 'today > lastOfGrace(dueOn, holidays);',
      to: "today === '' && lastOfGrace(dueOn, holidays) === '';",
    },
    tests: ['server/src/domain/reminders/days.test.ts', ...remindersTests('send')],
  },
  {
    name: 'who was written to by hand about one renewal is reminded of another the same day',
    change: {
      file: 'server/src/domain/reminders/send.ts',
      from: 'return !isLastChance && (await wasWrittenToByHand(tx, digest, round));',
      to: 'return isLastChance && (await wasWrittenToByHand(tx, digest, round));',
    },
    tests: remindersTests('send'),
  },
  {
    name: 'a mail server that refuses its user counts as a recipient who cannot be reached',
    change: {
      file: 'server/src/integrations/mail/problem.ts',
      from: "if (rejected.length === 0 && command !== 'DATA') return true;",
      to: "if (rejected.length === 0 && command !== 'DATA') return false;",
    },
    tests: [...remindersTests('delivery'), 'server/src/integrations/mail/mailer.test.ts'],
  },
  {
    name: 'a mail that waited leaves for somebody who is not asked any more',
    change: {
      file: 'server/src/domain/reminders/deliver.ts',
      from: 'return isReached ? undefined :',
      to: 'return isReached || steps.length > 0 ? undefined :',
    },
    tests: remindersTests('delivery'),
  },
  {
    name: 'what was passed on opens though the link that it came from is revoked',
    change: {
      file: 'server/src/domain/offers/link-chain.ts',
      from: 'select not ${IS_REVOKED_BY_HAND} and case',
      to: 'select case',
    },
    tests: ['server/src/features/decision-page/forwarded.test.ts'],
  },
  {
    name: 'whoever opens a link has decided',
    change: {
      file: 'server/src/features/decision-page/routes.ts',
      from: 'const { done, change, quote } = request.query;',
      to: `const { done, change, quote } = request.query;
        const [{ renewalId = 0 } = {}, seen] = [(await viewOf(db, found, services)).lines[0], await viewOf(db, found, services)];
        const typed = readDecision({ key: newKey(), version: String(seen.version), line: String(renewalId), choice: 'renew', name: 'A' });
        if (!('message' in typed))
          await decideByLink({ ...found, token: request.params['*'], view: seen }, { form: String(renewalId), typed, from: fromOf(request) }, services);`,
    },
    tests: ['server/src/features/decision-page/decision-page.test.ts'],
  },
  {
    name: 'who asks together with others is one of them',
    change: {
      file: 'server/src/auth/sessions.ts',
      from: 'const [token, tokenHash] = [tokens[row.at - 1], hashes[row.at - 1]];',
      to: 'const [token, tokenHash] = [tokens[tokens.length - row.at], hashes[row.at - 1]];',
    },
    tests: ['server/src/auth/sessions.test.ts'],
  },
];
