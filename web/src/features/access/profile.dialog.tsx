import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { useCall, useSend } from '../../api/hooks.ts';
import { PhoneField, TextField } from '../../kit/fields.tsx';
import { FormDialog } from '../../kit/form-dialog.tsx';
import { ListDialog } from '../../kit/list-dialog.tsx';
import { ErrorPanel } from '../../kit/panels.tsx';
import { say } from '../../kit/say.ts';

const { formData } = access.editUser.body.shape;

/** User Profile: one's own name and phone number. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const profile = useCall(access.profile, {});
  if (profile.data) return <ProfileForm profile={profile.data} onClose={onClose} />;
  return (
    <ListDialog title="User Profile" size={720} onClose={onClose}>
      {profile.isError ? (
        <ErrorPanel text={profile.error.message} onRetry={() => void profile.refetch()} />
      ) : (
        <p role="status">Loading...</p>
      )}
    </ListDialog>
  );
}

function ProfileForm({ profile, onClose }: { profile: ReplyOf<typeof access.profile>; onClose: () => void }) {
  const save = useSend(access.editUser);
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
