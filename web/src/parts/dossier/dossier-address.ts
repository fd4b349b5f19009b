import { useNavigate, useRouter, useRouterState } from '@tanstack/react-router';
import type { Refused } from '../../api/refused.ts';
import { useStable } from '../../kit/browser/use-stable.ts';

/** The subject of a dossier: a domain, or a reseller by its e-mail. */
export interface Subject {
  readonly kind: 'domain' | 'reseller';
  readonly name: string;
  /** The renewal from whose row it was opened; an address that is shared says nothing of it. */
  readonly renewal?: number | undefined;
}

interface Opened {
  /** The former pages of the same dialog, oldest first. */
  readonly trail: readonly Subject[];
  /** It was opened here, so one step back in the browser closes it; else it came with the address. */
  readonly isOwnStep: boolean;
  readonly renewal?: number | undefined;
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    dossier?: Opened;
  }
}

type Search = Readonly<Record<string, string | undefined>>;
const SHARED: Opened = { trail: [], isOwnStep: false };

function subjectIn({ domain = '', reseller = '' }: Search, { renewal }: Opened): Subject | undefined {
  if (domain !== '') return { kind: 'domain', name: domain, renewal };
  return reseller === '' ? undefined : { kind: 'reseller', name: reseller };
}

const without = (search: Search): Search =>
  Object.fromEntries(Object.entries(search).filter(([name]) => name !== 'domain' && name !== 'reseller'));

const NAMES_NOTHING: readonly number[] = [400, 404, 422];
/** Whether a call was refused because nothing is called so; an address can name anything. */
export const namesNothing = (error: Refused | null): boolean => error !== null && NAMES_NOTHING.includes(error.status);

/** Opens a dossier; where one is open already, in its place, so that its Back leads to the former one. */
export function useOpenDossier(): (subject: Subject) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return useStable((subject) => {
    const { search, state } = router.state.location;
    const opened = state.dossier ?? SHARED;
    const before = subjectIn(search, opened);
    const { renewal } = subject;
    void navigate({
      to: '.',
      search: { ...without(search), [subject.kind]: subject.name },
      state: {
        dossier: before
          ? { trail: [...opened.trail, before], isOwnStep: opened.isOwnStep, renewal }
          : { trail: [], isOwnStep: true, renewal },
      },
      replace: before !== undefined,
      resetScroll: false,
    });
  });
}

/** The dossier that the address names, and the ways out of it: `?domain=` or `?reseller=`, so that it can be shared. */
export function useDossier() {
  const navigate = useNavigate();
  const router = useRouter();
  const search = useRouterState({ select: (state) => state.location.search });
  const opened = useRouterState({ select: (state) => state.location.state.dossier ?? SHARED });
  const { trail, isOwnStep } = opened;
  const former = trail.at(-1);
  const back = () => {
    if (!former) return;
    void navigate({
      to: '.',
      search: { ...without(search), [former.kind]: former.name },
      state: { dossier: { trail: trail.slice(0, -1), isOwnStep, renewal: former.renewal } },
      replace: true,
      resetScroll: false,
    });
  };
  const close = () => {
    if (isOwnStep) router.history.back();
    else void navigate({ to: '.', search: without(search), replace: true, resetScroll: false });
  };
  return { subject: subjectIn(search, opened), former, back, close };
}
