import { team } from '@desk/contract/team';
import { implement } from '../../platform/http/implement.ts';
import { tagMember, updateMember } from './commands.ts';
import { teamManagers, teamMembers } from './queries.ts';

export const teamRoutes = implement(team, {
  members: teamMembers,
  managers: teamManagers,
  tag: tagMember,
  update: updateMember,
});
