import type { SavedView } from '@desk/contract/views';
import IconDots from '@tabler/icons-react/dist/esm/icons/IconDots.mjs';
import { Suspense, useState } from 'react';
import { lazyPart } from '../../api/load-code.ts';
import { Disclosure } from '../../kit/button/disclosure.tsx';
import { Confirm } from '../../kit/dialog/confirm.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import type { SavedViews } from './saved-views.ts';
import { useViewWrites } from './view-writes.ts';
import classes from './view-actions.module.css';

const ViewDialog = lazyPart(async () => (await import('./view-dialog.tsx')).ViewDialog);

interface Props {
  saved: SavedViews;
  /** One below the other, in the sheet of a small screen; `onDone` then closes it. */
  isList?: boolean;
  onDone?: () => void;
}

interface Action {
  readonly words: string;
  readonly act: () => void;
}

/** A dialog, with the view as it was when it was opened: it stays when a colleague deletes the view meanwhile. */
type Opened = { what: 'new' } | { what: 'change' | 'remove'; view: SavedView };

const LOSS = {
  private: 'It is gone for good.',
  team: 'It is gone for good, for your team too.',
  all: 'It is gone for good, for all staff.',
} as const;

/** Saves what is shown as a view, and changes the view that is open. */
export function ViewActions({ saved, isList = false, onDone }: Props) {
  const { open, text, isNew, go, addressOf, addressAs } = saved;
  const { save, remove, openWith, isBusy } = useViewWrites(saved.screen ?? '');
  const [opened, setOpened] = useState<Opened>();
  const [failure, setFailure] = useState<string>();
  const attempt = (write: () => Promise<unknown>, done: string) => {
    setFailure(undefined);
    write().then(
      () => {
        toast('done', done);
        onDone?.();
      },
      (error: unknown) => setFailure((error as Error).message),
    );
  };
  const quick = isNew
    ? quickOf(open, {
        save: ({ view_id, version, name, scope }) =>
          attempt(() => save({ name, scope, search: text }, { view_id, version }), `View ${name} changed`),
        saveAs: () => setOpened({ what: 'new' }),
        reset: (view) => {
          go(addressOf(view));
          onDone?.();
        },
      })
    : [];
  const more = open
    ? moreOf(open, {
        openWith: ({ view_id, is_default, name }) =>
          attempt(
            () => openWith(is_default ? null : view_id),
            is_default ? 'This screen opens as it comes' : `This screen opens with ${name}`,
          ),
        change: (view) => setOpened({ what: 'change', view }),
        remove: (view) => setOpened({ what: 'remove', view }),
      })
    : [];
  const removeView = (view: SavedView) => {
    setOpened(undefined);
    attempt(async () => {
      await remove(view);
      if (open?.view_id === view.view_id) go(addressAs(''), 'replace');
    }, `View ${view.name} deleted`);
  };
  return (
    <>
      <Buttons {...{ isList, isBusy, quick, more }} name={open?.name ?? ''} />
      {failure !== undefined && (
        <div className={classes.failure}>
          <Alert>{failure}</Alert>
        </div>
      )}
      {opened && (
        <Suspense>
          <OpenedDialog
            opened={opened}
            saved={saved}
            onRemove={removeView}
            onSaved={(id) => {
              setFailure(undefined);
              if (opened.what === 'new') go(addressAs(String(id)), 'replace');
              onDone?.();
            }}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </>
  );
}

type Act = (view: SavedView) => void;

/** What is done with what is shown. */
const quickOf = (
  open: SavedView | undefined,
  { save, saveAs, reset }: { save: Act; saveAs: () => void; reset: Act },
): readonly Action[] => {
  if (!open) return [{ words: '+ Save as view', act: saveAs }];
  return [
    ...(open.may_change ? [{ words: 'Save', act: () => save(open) }] : []),
    { words: 'Save as', act: saveAs },
    { words: 'Reset', act: () => reset(open) },
  ];
};

/** What is done with the view that is open. */
const moreOf = (open: SavedView, acts: Readonly<Record<'openWith' | 'change' | 'remove', Act>>): readonly Action[] => [
  {
    words: open.is_default ? 'Open this screen as it comes' : 'Open this screen with this view',
    act: () => acts.openWith(open),
  },
  ...(open.may_change
    ? [
        { words: 'Rename or share', act: () => acts.change(open) },
        { words: 'Delete', act: () => acts.remove(open) },
      ]
    : []),
];

interface ButtonsProps {
  isList: boolean;
  /** One of them is under way: until then the others can only be looked at. */
  isBusy: boolean;
  quick: readonly Action[];
  more: readonly Action[];
  /** Of the view that is open. */
  name: string;
}

function Buttons({ isList, isBusy, quick, more, name }: ButtonsProps) {
  const draw = ({ words, act }: Action, className?: string) => (
    <button key={words} type="button" className={className} aria-disabled={isBusy} onClick={isBusy ? undefined : act}>
      {words}
    </button>
  );
  if (isList) return <div className={classes.list}>{[...quick, ...more].map((action) => draw(action))}</div>;
  return (
    <div className={classes.line}>
      {more.length > 0 && (
        <Disclosure
          label={`Options of view ${name}`}
          className={classes.options}
          words={<IconDots size={16} aria-hidden />}
        >
          {more.map((action) => draw(action))}
        </Disclosure>
      )}
      {quick.map((action) => draw(action, classes.action))}
    </div>
  );
}

interface OpenedProps {
  opened: Opened;
  saved: SavedViews;
  onRemove: Act;
  onSaved: (viewId: number) => void;
  onClose: () => void;
}

function OpenedDialog({ opened, saved, onRemove, onSaved, onClose }: OpenedProps) {
  const { screen = '', own, text, mayShareWithAll } = saved;
  const shared = { screen, mayShareWithAll, onSaved, onClose };
  if (opened.what === 'new') return <ViewDialog search={text} {...shared} />;
  if (opened.what === 'remove')
    return (
      <Confirm
        title={`Delete view ${opened.view.name}?`}
        yes="Delete"
        onYes={() => onRemove(opened.view)}
        no="Keep"
        onNo={onClose}
      >
        {LOSS[opened.view.scope]} What is on screen stays as it is.
      </Confirm>
    );
  // As it is now: a colleague may have changed it.
  const view = own.find(({ view_id }) => view_id === opened.view.view_id) ?? opened.view;
  return <ViewDialog view={view} search={view.search} {...shared} />;
}
