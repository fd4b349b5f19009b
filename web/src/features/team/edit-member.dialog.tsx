import type { InputOf } from '@desk/contract/call';
import { Segment, Zone } from '@desk/contract/words/lists';
import { team, type TeamMember } from '@desk/contract/team';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { differences } from '../../kit/edit/changes.ts';
import { PhoneField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { unchangedOr } from '../../kit/form/unchanged-or.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { StaleNotice, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';
import { ManagersLoader, tagFields, TagFields, wordsIn, type Manager } from './member.fields.tsx';

const TITLE = 'Manage Member';
const { admin_name, phone_number } = team.update.body.shape.user_data.def.innerType.shape;
/** Who was made by the command line has no phone; a new name is saved with one. */
const memberForm = (member: TeamMember) =>
  z
    .object({
      admin_name,
      phone_number: unchangedOr(member.phone_number, phone_number),
      admin_email: z.string(),
      ...tagFields,
    })
    .check(
      z.refine(
        (typed) => typed.admin_name === member.admin_name || phone_number.safeParse(typed.phone_number).success,
        {
          path: ['phone_number'],
          error: 'Enter a phone number',
        },
      ),
    );
type Typed = z.output<ReturnType<typeof memberForm>>;

const startOf = (member: TeamMember) => ({
  admin_name: member.admin_name,
  phone_number: member.phone_number,
  admin_email: member.admin_email,
  segments: wordsIn(member.segments),
  zones: wordsIn(member.region),
  manager: member.manager ?? '',
});

/** Name and phone, where one of them was changed; the other one as it is now. */
function userData(typed: Typed, start: TeamMember, now: TeamMember) {
  const named = typed.admin_name !== start.admin_name;
  const phoned = typed.phone_number !== start.phone_number;
  if (!named && !phoned) return {};
  return {
    user_data: {
      admin_name: named ? typed.admin_name : now.admin_name,
      phone_number: phoned ? typed.phone_number : now.phone_number,
    },
  };
}

const seenOf = ({ admin_name, phone_number, segments, region, manager }: TeamMember) => ({
  ...{ admin_name, phone_number, segments, region, manager },
});

const LABELS = {
  admin_name: 'Name',
  phone_number: 'Phone',
  segments: 'Segments',
  region: 'Zones',
  manager: 'Manager',
};

const ordered = (options: readonly string[], chosen: unknown) =>
  options.filter((word) => Array.isArray(chosen) && chosen.includes(word)).join(',');

/** How a member stands after a save, in the form in which the list has it. */
const savedOf = (was: ReturnType<typeof seenOf>, sent: InputOf<typeof team.update>) => ({
  ...was,
  ...sent.user_data,
  segments: ordered(Segment.options, sent.segment),
  region: ordered(Zone.options, sent.zone),
  manager: sent.manager === '' || sent.manager === undefined ? null : sent.manager,
});

const listed = (words: string) => (words === '' ? 'all' : wordsIn(words).join(', '));

interface Props {
  member: TeamMember;
  /** Asks for the member as it stands now. */
  reload: () => Promise<TeamMember>;
  onClose: () => void;
}

/** Manage Member: name, phone, what the member looks after and to whom the member reports; the e-mail stays. */
export function EditMemberDialog(props: Props) {
  return (
    <ManagersLoader title={TITLE} onClose={props.onClose}>
      {(managers) => <MemberEdit {...props} managers={managers} />}
    </ManagersLoader>
  );
}

function MemberEdit({ member, reload, onClose, managers }: Props & { managers: readonly Manager[] }) {
  const { opened, guarded, renew } = useVersionAtOpening(member, reload);
  const [schema] = useState(() => memberForm(member));
  const { admin_id, admin_email } = member;
  const update = useSend(team.update, {
    otherwise: 'The member could not be saved. Please try again.',
    recent: (sent) => {
      const was = seenOf(opened.details);
      const now = savedOf(was, sent);
      const changed = differences(LABELS, was, now);
      const undo = {
        admin_id,
        segment: was.segments,
        zone: was.region,
        manager: was.manager,
        ...(sent.user_data && { user_data: { admin_name: was.admin_name, phone_number: was.phone_number } }),
        seen: now,
      };
      // That nobody has a phone is written by no form.
      const isUndoable = !sent.user_data || was.phone_number !== '';
      return changed && { what: `Member ${admin_email}`, ...changed, ...(isUndoable && { undo }) };
    },
  });

  const send = (typed: Typed) =>
    guarded(async (now) => {
      await update.mutateAsync({
        admin_id,
        segment: typed.segments,
        zone: typed.zones,
        manager: typed.manager,
        ...userData(typed, member, now),
        seen: seenOf(now),
      });
      toast('done', `${admin_email} saved`);
    });

  return (
    <FormDialog
      title={TITLE}
      schema={schema}
      start={startOf(member)}
      draft={`edit-member ${String(admin_id)}`}
      submit="Edit Member"
      onClose={onClose}
      send={send}
    >
      {(form) => (
        <>
          <StaleNotice
            form={form}
            opened={opened}
            onRenew={() => void renew()}
            summary={({ admin_name, phone_number, segments, region, manager }) =>
              `${admin_name}, ${phone_number}, segments ${listed(segments)}, zones ${listed(region)}, reports to ${manager ?? 'nobody'}`
            }
          />
          <TextField form={form} name="admin_name" label="Name" required />
          <PhoneField form={form} name="phone_number" autoComplete="off" label="Phone" required />
          <TextField form={form} name="admin_email" type="email" label="Email" locked="The login; it stays as it is." />
          <TagFields form={form} managers={managers.filter(({ email }) => email !== admin_email)} />
        </>
      )}
    </FormDialog>
  );
}
