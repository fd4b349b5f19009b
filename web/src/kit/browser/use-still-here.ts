import { useMatch, useRouter } from '@tanstack/react-router';
import { useStable } from './use-stable.ts';

/** As it reads: the address of a match is encoded, that of the page is not. */
function plain(path: string): string {
  try {
    return decodeURI(path).replace(/\/$/, '');
  } catch {
    return path;
  }
}

/** Whether the screen is still the one that is open: what is waited for may come after it was left. */
export function useStillHere(): () => boolean {
  const router = useRouter();
  // Of the match: while another screen is on its way, this one stands under that one's address.
  const own = useMatch({ strict: false, select: ({ pathname }) => pathname });
  return useStable(() => plain(router.state.location.pathname) === plain(own));
}
