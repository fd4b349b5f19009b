import { access } from '@desk/contract/access';
import type { ReplyOf } from '@desk/contract/call';
import { newestOf, useCall, useSend } from '../../api/hooks.ts';
import { differences } from '../../kit/edit/changes.ts';
import { PhoneField, TextField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { roleWords } from '../../parts/menus/role-words.ts';
import { StaleNotice, untouchedFollow, useVersionAtOpening } from '../../parts/form/stale-notice.tsx';

const LABELS = { name: 'Name', phone_number: 'Phone Number' };
const { formData: ProfileBody } = access.editUser.body.shape;
type Profile = ReplyOf<typeof access.profile>;

const valuesOf = ({ name, phone_number }: Profile) => ({ name, phone_number });

/** User Profile: one's own name and phone number. */
export function ProfileDialog({ onClose }: { onClose: () => void }) {
  const profile = useCall(access.profile, {});
  const reload = async () => {
    const { data, error } = await profile.refetch();
    if (error || !data) throw error ?? new Error('The profile could not be read.');
    return data;
  };
  return (
    <LoadedDialog
      title="User Profile"
      onClose={onClose}
      loaded={newestOf(profile)}
      failure={profile.error ? { text: profile.error.message } : undefined}
      onRetry={() => void profile.refetch()}
    >
      {(loaded) => <ProfileForm profile={loaded} reload={reload} onClose={onClose} />}
    </LoadedDialog>
  );
}

interface Props {
  profile: Profile;
  /** Asks for the profile as it stands now. */
  reload: () => Promise<Profile>;
  onClose: () => void;
}

function ProfileForm({ profile, reload, onClose }: Props) {
  const save = useSend(access.editUser, {
    recent: ({ formData: now }) => {
      const { name, phone_number } = profile;
      const changed = differences(LABELS, { name, phone_number }, now);
      return changed && { what: 'My profile', ...changed, undo: { formData: { name, phone_number }, seen: now } };
    },
  });
  const { opened, guarded, renew } = useVersionAtOpening(profile, reload);
  return (
    <FormDialog
      title="User Profile"
      schema={ProfileBody}
      start={valuesOf(profile)}
      submit="Save"
      draft={`profile ${profile.email}`}
      onClose={onClose}
      send={(formData) =>
        guarded(async ({ name, phone_number }) => {
          await save.mutateAsync({ formData, seen: { name, phone_number } });
          toast('done', 'Data Updated Sucessfully');
        })
      }
    >
      {(form) => (
        <>
          <StaleNotice
            form={form}
            opened={opened}
            onRenew={() => void renew()}
            onLoaded={untouchedFollow(form, valuesOf)}
            summary={({ name, phone_number }) => `${name}, ${phone_number}`}
          />
          <TextField form={form} name="name" label="Name" autoComplete="name" required />
          <PhoneField form={form} name="phone_number" label="Phone Number" required />
          <p>
            {profile.email}, {roleWords(profile.role)}
          </p>
        </>
      )}
    </FormDialog>
  );
}
