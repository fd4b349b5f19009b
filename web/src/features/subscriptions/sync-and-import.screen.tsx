import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { GoogleSyncForm } from './google-sync.form.tsx';
import { ImportFileForm } from './import-file.form.tsx';

/** How subscriptions come in: from Google, and from a file. */
export function SyncAndImportScreen() {
  return (
    <ScreenFrame title="Sync and import">
      <GoogleSyncForm />
      <ImportFileForm />
    </ScreenFrame>
  );
}
