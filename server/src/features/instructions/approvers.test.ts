import { myDay } from '@desk/contract/renewal-work/my-day';
import { instructions } from '@desk/contract/renewal-work/instructions';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { renewalsTable } from '../../platform/db/tables/renewals.ts';
import { leavesTable } from '../../platform/db/tables/work.ts';
import { googleWithTerms, type InstructionsDesk } from './testing/instructions-desk.ts';

const { google, openDesk } = googleWithTerms();

const today = () => new Date(google().state.now()).toISOString().slice(0, 10);
const approves = async (desk: InstructionsDesk, who: InstructionsDesk['asha']) => {
  const { id } = await desk.newest();
  return (await who.calls(instructions.approve, { instruction_id: id })).status;
};

test('while the assignee is away who covers confirms what the customer wishes, and nobody else of the team', async () => {
  const desk = await openDesk();
  const { asha, vikram, db } = desk;
  const tarun = await desk.as({ email: 'tarun@desk.example', role: 'RMEMBER' });
  const kavya = await desk.as({ email: 'kavya@desk.example', role: 'RMEMBER' });
  await desk.decides({ decision: 'change', seats: 80 });
  expect(await desk.newest()).toMatchObject({ state: 'draft', approvalReasons: [] });
  expect(await approves(desk, tarun)).toBe(422);

  await db.insert(leavesTable).values({
    ...{ accountId: asha.id, coverId: tarun.id, from: today(), to: today(), createdById: vikram.id },
  });

  const { reply } = await tarun.calls(myDay.list, { scope: 'covering' });
  expect(reply.groups.flatMap(({ items }) => items)[0]).toMatchObject({ renewal_id: desk.renewalId, act: 'confirm' });
  expect(await approves(desk, kavya)).toBe(422);
  expect(await approves(desk, tarun)).toBe(200);
});

test('what a customer wishes of a renewal that is nobody’s is confirmed by who looks after what is nobody’s', async () => {
  const desk = await openDesk();
  const meera = await desk.as({
    email: 'meera@desk.example',
    role: 'SALESC',
    menus: ['manager_renewal_team', 'get_renewal_data'],
  });
  const tarun = await desk.as({ email: 'tarun@desk.example', role: 'RMEMBER', menus: ['get_renewal_data'] });
  await desk.decides({ decision: 'change', seats: 80 });
  await desk.db.update(renewalsTable).set({ assignedToId: null }).where(eq(renewalsTable.id, desk.renewalId));

  expect([await approves(desk, tarun), await approves(desk, meera)]).toEqual([422, 200]);
});

test('an administrator without a screen of renewals can approve nothing, so who asked confirms with a code, and sees it in My day', async () => {
  const desk = await openDesk();
  const { vikram } = desk;
  await desk.as({ email: 'backup@desk.example', role: 'ADMIN', menus: ['audit_log'] });
  await desk.places({ outcome: 'end' }, vikram);

  const { reply } = await vikram.calls(myDay.list, {});
  expect(reply.groups.flatMap(({ items }) => items).map(({ renewal_id, act }) => [renewal_id, act])).toEqual([
    [desk.renewalId, 'approve'],
  ]);
  const listed = await vikram.calls(instructions.list, { renewal_id: desk.renewalId });
  expect(listed.reply.instructions[0]).toMatchObject({ may_approve: true, needs_code: true });
});
