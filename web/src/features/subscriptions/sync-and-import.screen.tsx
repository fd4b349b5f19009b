import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { GoogleSyncPanel } from './google-sync.panel.tsx';
import { ImportFilePanel } from './import-file.panel.tsx';

/** How subscriptions come in: from Google, and from a file. */
export function SyncAndImportScreen() {
  return (
    <ScreenFrame title="Sync and import">
      <GoogleSyncPanel />
      <ImportFilePanel />
    </ScreenFrame>
  );
}
