import type { TeamMember } from '@desk/contract/team';
import { Badge, Badges } from '../../kit/text/badge.tsx';
import { CellLink } from '../../kit/cell/cell-link.tsx';
import { columnsOf } from '../../kit/table/columns.tsx';
import type { Column } from '../../kit/table/types.ts';
import { wordsIn } from './member.fields.tsx';

export const memberIdentity = {
  key: (member: TeamMember) => member.admin_id,
  name: (member: TeamMember) => member.admin_email,
};
const column = columnsOf<TeamMember>(memberIdentity);
type Press = (member: TeamMember) => void;

/** Words of a comma list as chips; an empty list limits nothing. */
const chips = (header: string, field: 'segments' | 'region', width: number) =>
  column.of(header, {
    id: field,
    width,
    text: (member) => wordsIn(member[field]).join(', ') || 'All',
    cell: (member) => (member[field] === '' ? 'All' : <Badges words={wordsIn(member[field])} tone="plan" />),
  });

/** In the order of the server, by name. */
export const memberColumns = ({ open, manage }: { open: Press; manage: Press }): readonly Column<TeamMember>[] => [
  column.text('admin_name', 'Name', {
    width: 120,
    cell: ({ admin_name, status }) => (
      <>
        {admin_name} {status === 'SUSPENDED' && <Badge word={status} />}
      </>
    ),
  }),
  column.text('admin_email', 'Email', {
    width: 160,
    cell: (member) => <CellLink text={member.admin_email} onPress={() => open(member)} />,
  }),
  column.text('phone_number', 'Number', { width: 120 }),
  chips('Segments', 'segments', 180),
  chips('Zones', 'region', 88),
  column.text('manager', 'Reports To', { width: 164 }),
  column.number('domains', 'Domains this month', { width: 132 }),
  column.action('Manage Member', { press: manage, shortcut: 'e', width: 152 }),
];
