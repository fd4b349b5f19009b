import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { useCall, useSend } from '../../api/hooks.ts';
import { differences } from '../../kit/changes.ts';
import { PhoneField, TextField } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { LoadedDialog } from '../../kit/loaded-dialog.tsx';
import { say } from '../../kit/say.ts';

const LABELS = { name: 'Name', phone_number: 'Phone Number' };
const { formData } = access.editUser.body.shape;

/** User Profile: one's own name and phone number. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const profile = useCall(access.profile, {});
  return (
    <LoadedDialog
      title="User Profile"
      onClose={onClose}
      loaded={profile.data}
      failure={profile.error ? { text: profile.error.message } : undefined}
      onRetry={() => void profile.refetch()}
    >
      {(opened) => <ProfileForm profile={opened} onClose={onClose} />}
    </LoadedDialog>
  );
}

function ProfileForm({ profile, onClose }: { profile: ReplyOf<typeof access.profile>; onClose: () => void }) {
  const save = useSend(access.editUser, {
    recent: ({ formData: now }) => {
      const { name, phone_number } = profile;
      const changed = differences(LABELS, { name, phone_number }, now);
      return changed && { what: 'My profile', ...changed, undo: { formData: { name, phone_number } } };
    },
  });
  return (
    <FormDialog
      title="User Profile"
      schema={formData}
      start={{ name: profile.name, phone_number: profile.phone_number }}
      submit="Save"
      onClose={onClose}
      send={async (typed) => {
        await save.mutateAsync({ formData: typed });
        say('done', 'Data Updated Sucessfully');
      }}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label="Name" autoComplete="name" required />
          <PhoneField form={form} name="phone_number" label="Phone Number" required />
          <p>
            {profile.email}, {profile.role}
          </p>
        </>
      )}
    </FormDialog>
  );
}
