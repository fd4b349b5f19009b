import { useState, type ReactNode } from 'react';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { Button } from '../../kit/button/button.tsx';
import { Dialog } from '../../kit/dialog/dialog.tsx';
import { useClosing } from '../../kit/dialog/use-closing.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { number } from '../../kit/text/format.ts';
import classes from './decide-dialog.module.css';
import { Marks, warningsIn, type Mark } from './marks.tsx';

interface Props {
  title: string;
  /** The words of the button that decides. */
  yes: string;
  /** There is nothing to decide on. */
  locked?: boolean;
  /** Decides; what it throws is said in the dialog, which stays. */
  send: () => Promise<unknown>;
  onClose: () => void;
  /** What would be decided, to be looked at before. */
  children: ReactNode;
}

/** Shows what a decision on many does before it is made. */
export function DecideDialog({ title, yes, locked = false, send, onClose, children }: Props) {
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState('');
  const { close, closeSent } = useClosing({ isSending: busy, onClose });
  const decide = async () => {
    setBusy(true);
    setFailure('');
    try {
      await send();
      closeSent();
    } catch (error) {
      setFailure((error as Error).message);
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={title}
      size={720}
      start="heading"
      stays
      busy={busy}
      onClose={close}
      footer={
        <>
          {failure !== '' && <Alert wide>{failure}</Alert>}
          <Button variant="default" aria-disabled={busy} onClick={close}>
            Keep waiting
          </Button>
          <BusyButton busy={busy} disabled={locked} onClick={() => void decide()}>
            {yes}
          </BusyButton>
        </>
      }
    >
      {children}
    </Dialog>
  );
}

/** One of those that are decided on, in a line. */
export interface Named {
  readonly key: string | number;
  readonly name: string;
  /** What is to be read before it is decided. */
  readonly about: ReactNode;
}

/** So many are named in a line, and stand open below it. */
const NAMED = 2;

/** Those that are decided on: in a line, and each on a line of its own, which many are folded away to. */
export const NamedList = ({ summary, items }: { summary: string; items: readonly Named[] }) => (
  <details className={classes.names} open={items.length <= NAMED}>
    <summary>{summary}</summary>
    <ul>
      {items.map(({ key, name, about }) => (
        <li key={key}>
          <span>{name}</span> <span className={classes.about}>{about}</span>
        </li>
      ))}
    </ul>
  </details>
);

/** Those for whom one decision is the same, and what it is. */
export const Group = ({ children }: { children: ReactNode }) => <div className={classes.group}>{children}</div>;

/** "Asha Rao, Ravi Iyer and 28 others". */
export function namesInShort(names: readonly string[]): string {
  const more = names.length - NAMED;
  if (more <= 0) return names.join(' and ');
  return `${names.slice(0, NAMED).join(', ')} and ${String(more)} ${more === 1 ? 'other' : 'others'}`;
}

/** A box with what must not be overlooked. */
export const Careful = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.careful}>
    <strong>{title}</strong>
    {children}
  </div>
);

/** What is worth a look before one says yes, each warning once, with the names of those whom it concerns. */
export function WorthALook({ of }: { of: readonly { readonly name: string; readonly marks: readonly Mark[] }[] }) {
  const names = new Map<string, { mark: Mark; names: readonly string[] }>();
  for (const { name, marks } of of)
    for (const mark of warningsIn(marks))
      names.set(mark.words, { mark, names: [...(names.get(mark.words)?.names ?? []), name] });
  const odd = of.filter(({ marks }) => warningsIn(marks).length > 0).length;
  if (odd === 0) return null;
  return (
    <Careful title={`${number(odd)} of them to look at first`}>
      <ul>
        {[...names.values()].map(({ mark, names: whose }) => (
          <li key={mark.words}>
            <Marks marks={[mark]} /> {namesInShort(whose)}
          </li>
        ))}
      </ul>
    </Careful>
  );
}
