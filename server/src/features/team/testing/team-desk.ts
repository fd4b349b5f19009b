import type { InputOf } from '@desk/contract/call';
import { team } from '@desk/contract/team';
import { testServer, type TestServerOptions } from '../../../testing/server.ts';

export interface Tags {
  manager?: string | null;
  segmentList?: string;
  zoneList?: string;
}

/** Asha manages the team of Meera and Ravi. */
export async function deskWithTeam(options: TestServerOptions = {}) {
  const desk = await testServer(options);
  const asha = await desk.as();
  const member = (email: string, name: string) => desk.account({ email, name, role: 'RMEMBER' });
  const meera = await member('meera@desk.example', 'Meera');
  const ravi = await member('ravi@desk.example', 'Ravi');
  type Edit = Omit<InputOf<typeof team.update>, 'admin_id' | 'segment' | 'zone'>;
  return {
    ...{ desk, asha, meera, ravi },
    members: async (ask = {}) => (await asha.calls(team.members, ask)).reply,
    tags: async (name: string) =>
      (await asha.calls(team.members, { search: name })).reply.customer.map(({ segments, region, manager }) => [
        segments,
        region,
        manager,
      ])[0],
    tag: (admin_email: string, more: Tags = {}) =>
      asha.calls(team.tag, { admin_email, segmentList: '', zoneList: '', ...more }),
    edit: (admin_id: number, more: Edit & { segment?: string; zone?: string } = {}) =>
      asha.calls(team.update, { admin_id, segment: '', zone: '', ...more }),
  };
}
