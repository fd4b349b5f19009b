import { inbound, type InboundMessage } from '@desk/contract/renewal-work/inbound';
import { Suspense } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { useStable } from '../../kit/browser/use-stable.ts';

const InboundDialog = lazyPart(async () => (await import('./inbound-dialog.tsx')).InboundDialog);

/** Opens a mail that came in, under `mail` in the address; `open` is undefined for who may not read it. The dialog is drawn by the caller. */
export function useMailIn({ onSettled }: { onSettled?: (message: InboundMessage) => void } = {}) {
  const { opened, open, close } = useOpenDialog('mail');
  const mayRead = useMayCall(inbound.message);
  const openMail = useStable((inboundId: number) => open(String(inboundId)));
  const isOpen = mayRead && /^[1-9]\d{0,8}$/.test(opened);
  return {
    open: mayRead ? openMail : undefined,
    dialog: isOpen && (
      <Suspense>
        <InboundDialog key={opened} inboundId={Number(opened)} onSettled={onSettled} onClose={close} />
      </Suspense>
    ),
  };
}
