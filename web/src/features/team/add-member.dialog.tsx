import { admins } from '@desk/contract/admins';
import { team } from '@desk/contract/team';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { PhoneField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { atField } from '../../parts/form/at-field.ts';
import { ManagersLoader, tagFields, TagFields, type Manager } from './member.fields.tsx';

const TITLE = 'Add New Member';
const { admin_name, admin_email, phone_number } = admins.invite.body.shape.formData.shape;
const MemberForm = z.object({ admin_name, phone_number, admin_email, ...tagFields });
const START = { admin_name: '', phone_number: '', admin_email: '', segments: [], zones: [], manager: '' };

/** Invites somebody to the renewal team: the account first, then what the member looks after. */
export function AddMemberDialog({ onClose }: { onClose: () => void }) {
  return (
    <ManagersLoader title={TITLE} onClose={onClose}>
      {(managers) => <NewMember managers={managers} onClose={onClose} />}
    </ManagersLoader>
  );
}

function NewMember({ managers, onClose }: { managers: readonly Manager[]; onClose: () => void }) {
  const [invited, setInvited] = useState<string>();
  const sendInvitation = useSend(admins.invite, {
    otherwise: admins.invite.refusals[503],
    recent: ({ formData }) => ({ what: `Invitation sent to ${formData.admin_email}` }),
  });
  const tag = useSend(team.tag, {
    otherwise: 'Please try again.',
    recent: ({ admin_email }) => ({ what: `Tags of ${admin_email} set` }),
  });

  const invite = async (formData: Record<'admin_name' | 'phone_number' | 'admin_email', string>) => {
    await sendInvitation.mutateAsync({ formData, role: 'RMEMBER' }).catch(atField({ 409: 'admin_email' }));
    setInvited(formData.admin_email);
  };

  const send = async ({ segments, zones, manager, ...formData }: z.output<typeof MemberForm>) => {
    if (invited === undefined) await invite(formData);
    const email = formData.admin_email;
    try {
      await tag.mutateAsync({ admin_email: email, segmentList: segments, zoneList: zones, manager });
    } catch (error) {
      throw new Error(`The invitation to ${email} is out, but the tags are not saved. ${(error as Error).message}`);
    }
    toast('done', `Invitation sent to ${email}`);
  };

  return (
    <FormDialog
      title={TITLE}
      schema={MemberForm}
      start={START}
      draft="add-member"
      submit={invited === undefined ? 'Invite Team' : 'Save tags again'}
      onClose={onClose}
      send={send}
    >
      {(form) => (
        <>
          {invited === undefined ? (
            <>
              <TextField form={form} name="admin_name" label="Name" required />
              <PhoneField form={form} name="phone_number" autoComplete="off" label="Phone" required />
              <TextField form={form} name="admin_email" type="email" label="Email" required />
            </>
          ) : (
            <p>Segments, zones and manager can be saved again here, or later by Manage Member.</p>
          )}
          <TagFields form={form} managers={managers} />
        </>
      )}
    </FormDialog>
  );
}
