import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { useStable } from '../../kit/browser/use-stable.ts';

/**
 * Which list of a kind is open, by its key, in the address: `?list=segment:SMB`, so that it can be shared and Back closes
 * it. Undefined while none of the kind is; the empty key is one too.
 */
export function useOpenedList(kind: string) {
  const { opened, open, close } = useOpenDialog('list');
  const start = `${kind}:`;
  return {
    opened: opened.startsWith(start) ? opened.slice(start.length) : undefined,
    open: useStable((key: string) => open(start + key)),
    close,
  };
}
