import type { SavedView } from '@desk/contract/views';
import IconPinned from '@tabler/icons-react/dist/esm/icons/IconPinned.mjs';
import IconUsers from '@tabler/icons-react/dist/esm/icons/IconUsers.mjs';
import IconWorld from '@tabler/icons-react/dist/esm/icons/IconWorld.mjs';
import { isPlainClick } from '../../kit/browser/plain-click.ts';
import type { Address, SavedViews } from './saved-views.ts';
import { ownerWords } from './view-words.ts';

/** A view as one chooses it; one without `view` is built in. */
export interface ViewEntry {
  readonly key: string;
  readonly name: string;
  readonly address: Address;
  readonly isCurrent: boolean;
  readonly view?: SavedView;
  readonly onOpen?: () => void;
}

interface Props {
  entry: ViewEntry;
  saved: Pick<SavedViews, 'go' | 'hrefOf' | 'isChanged'>;
  onGo?: () => void;
  /** Looks of the link's own. */
  className?: string | undefined;
}

/** The link of a view, with whose it is, whether its screen opens with it and whether it shows something else by now. */
export function ViewLink({ entry, saved, onGo, className }: Props) {
  const { name, address, isCurrent, view, onOpen } = entry;
  return (
    <a
      href={saved.hrefOf(address)}
      {...(isCurrent && { 'aria-current': 'true' as const })}
      className={className}
      title={view && ownerWords(view)}
      onClick={(event) => {
        if (!isPlainClick(event)) return;
        event.preventDefault();
        onOpen?.();
        onGo?.();
        if (!isCurrent) saved.go(address);
      }}
    >
      {view && <Whose view={view} />}
      <span data-name="">{name}</span>
      {view && <Signs view={view} isChanged={isCurrent && saved.isChanged} />}
    </a>
  );
}

function Whose({ view: { scope } }: { view: SavedView }) {
  if (scope === 'private') return null;
  const Icon = scope === 'all' ? IconWorld : IconUsers;
  return <Icon size={13} stroke={1.75} aria-hidden />;
}

function Signs({ view, isChanged }: { view: SavedView; isChanged: boolean }) {
  const words = [ownerWords(view), view.is_default && 'this screen opens with it', isChanged && 'changed'];
  return (
    <>
      {view.is_default && <IconPinned size={13} stroke={1.75} aria-hidden />}
      {isChanged && <i data-dot="" aria-hidden="true" />}
      <span className="visually-hidden">{words.map((one) => (one ? `, ${one}` : '')).join('')}</span>
    </>
  );
}
