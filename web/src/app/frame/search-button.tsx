import Search from '@tabler/icons-react/dist/esm/icons/IconSearch.mjs';
import { Suspense, useRef, useState } from 'react';
import { search } from '@desk/contract/search';
import { lazyPart, usePreloaded } from '../../api/load-code.ts';
import { useMayCall } from '../../api/may-call.ts';
import { useSession } from '../../api/session.ts';
import { useStable } from '../../kit/browser/use-stable.ts';
import { TypedAhead } from '../../kit/dialog/typed-ahead.tsx';
import { useShortcut } from '../../kit/keyboard/shortcuts.ts';

const CommandPalette = lazyPart(async () => (await import('../search/command-palette.tsx')).CommandPalette);

const domainCode = {
  preload: () =>
    import('../subject-route.tsx').then(
      (route) => route.DomainScreen.preload(),
      () => undefined,
    ),
};

/** What is opened most often from any screen. */
const BY_ALL = [CommandPalette];
const BY_STAFF = [CommandPalette, domainCode];

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
  usePreloaded(mayAll && isStaff ? BY_STAFF : BY_ALL);
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
