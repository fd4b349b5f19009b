import Search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Suspense, useEffect, useRef, useState } from 'react';
import { search } from '@desk/contract/search';
import { lazyPart } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useSession } from '../../api/session.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { TypedAhead } from '../../kit/dialog/typed-ahead.tsx';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';

const CommandPalette = lazyPart(async () => (await import('../search/command-palette.tsx')).CommandPalette);

const preloadDomain = async () => (await import('../subject-route.tsx')).DomainScreen.preload();

/** What is opened most often from any screen is fetched once the screen stands. */
const useCodeAhead = (mayAll: boolean) =>
  useEffect(() => {
    const timer = setTimeout(() => {
      void CommandPalette.preload();
      if (mayAll) void preloadDomain().catch(() => undefined);
    }, 1_000);
    return () => clearTimeout(timer);
  }, [mayAll]);

/**
 * The search of screens, actions and all that is known; Ctrl+K opens it too. It stays open, with what was typed, when a window that
 * is turned has its button elsewhere.
 */
export function useSearch() {
  const [isOpen, setOpen] = useState(false);
  // Who types at once, with a customer on the telephone, does not wait for code.
  const ahead = useRef('');
  const typeAhead = useStable((change: (typed: string) => string) => void (ahead.current = change(ahead.current)));
  const open = () => {
    ahead.current = '';
    setOpen(true);
  };
  const mayAll = useMayCall(search.everything);
  const isStaff = useSession()?.role !== 'CUSTOMER';
  useShortcut('Ctrl+K', 'Search screens and actions', open);
  useCodeAhead(mayAll && isStaff);
  const dialog = isOpen && (
    <Suspense fallback={<TypedAhead onType={typeAhead} />}>
      <CommandPalette start={() => ahead.current} onClose={() => setOpen(false)} />
    </Suspense>
  );
  return { open, dialog };
}

interface Props {
  className: string | undefined;
  /** At the foot of a phone's page one word is enough. */
  isShort?: boolean;
  onOpen: () => void;
}

export function SearchButton({ className, isShort = false, onOpen }: Props) {
  const mayAll = useMayCall(search.everything);
  const isStaff = useSession()?.role !== 'CUSTOMER';
  const words = mayAll && isStaff && !isShort ? 'Search domains, people, invoices, tickets' : 'Search';
  return (
    <button type="button" className={className} onClick={onOpen}>
      <Search size={isShort ? 20 : 16} stroke={1.75} aria-hidden />
      <span>{words}</span>
      {!isShort && <kbd aria-hidden="true">Ctrl K</kbd>}
    </button>
  );
}
