import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import { useStable } from '../browser/use-stable.ts';

type Search = Readonly<Record<string, string>>;

const KEY = 'desk:opened';
const openedHere = (state: object, name: string): boolean => (state as Record<string, unknown>)[KEY] === name;

/**
 * What a dialog is open on, under a name of the address, so that the dialog can be shared and Back closes it; '' while it
 * is closed. It is no filter: the screen's link never opens it again.
 */
export function useOpenDialog(name: string): {
  opened: string;
  open: (value: string) => void;
  close: () => void;
} {
  const navigate = useNavigate();
  const router = useRouter();
  const search = useRouterState({ select: (state) => state.location.search as Search });
  const open = useStable((value: string) => {
    void navigate({
      to: '.',
      search: { ...search, [name]: value },
      state: { [KEY]: name } as never,
      resetScroll: false,
    });
  });
  const close = useStable(() => {
    if (openedHere(router.state.location.state, name)) {
      // Not stopped by the dialog itself, which is still open.
      router.history.back({ ignoreBlocker: true });
      return;
    }
    const rest = Object.entries(search).filter(([one]) => one !== name);
    void navigate({ to: '.', search: Object.fromEntries(rest), replace: true, resetScroll: false });
  });
  return { opened: search[name] ?? '', open, close };
}
