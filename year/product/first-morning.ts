import { assignmentRules } from '@desk/contract/renewal-work/assignment-rules';
import { handOver } from '@desk/contract/renewal-work/hand-over';
import { reminders } from '@desk/contract/renewal-work/reminders';
import { sync } from '@desk/contract/sync';
import type { Person } from '../people/calls.ts';
import { MEMBERS } from '../people/staff.ts';

export const ownersOf = async (session: (email: string) => Promise<Person>): Promise<readonly number[]> =>
  (await Promise.all(MEMBERS.map(session))).map(({ accountId }) => accountId);

/** Reads what the provider has, as an administrator has it done for the first time. */
export async function readAll(administrator: Person): Promise<void> {
  const { status, message } = await administrator.calls(sync.start, {});
  if (status !== 200) throw new Error(`The first sync was refused: ${message}`);
}

/** Customers are reminded, by the steps that an installation begins with. */
export async function switchRemindersOn(administrator: Person): Promise<void> {
  const { steps, policy_id: seen } = (await administrator.calls(reminders.policy, {})).reply;
  const { status, message } = await administrator.calls(reminders.savePolicy, { steps, is_on: true, seen });
  if (status !== 200) throw new Error(`The reminders were refused: ${message}`);
}

/** Whose renewals are whose: new ones go around the team, and what the first sync brought is spread over it. */
export async function rulesOf(administrator: Person, people: readonly number[]): Promise<void> {
  const rule = { choice: 'round_robin' as const, people: [...people] };
  const saved = await administrator.calls(assignmentRules.save, { rules: [rule], seen: [] });
  if (saved.status !== 200) throw new Error(`The assignment rules were refused: ${saved.message}`);
  const from = { account_id: 0 };
  const asked = { from, people: [...people], share: 'round_robin' as const };
  const previewed = await administrator.calls(handOver.preview, asked);
  if (previewed.status === 200 && previewed.reply.rows.length > 0)
    await administrator.calls(handOver.give, { from, rows: [...previewed.reply.rows] });
}
