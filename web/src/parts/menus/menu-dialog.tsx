import { admins } from '@desk/contract/admins';
import type { Role } from '@desk/contract/call';
import { useEffect, useMemo, useRef, useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { LoadedDialog } from '../../kit/dialog/loaded-dialog.tsx';
import type { Menu } from './menu-list.tsx';
import classes from './menu-picker.module.css';
import { menuChoice, MenuField } from './menu-picker.tsx';

const FAILED = 'Failed to fetch Menu data. Please try again later.';
const Choice = z.object({ menu_id: menuChoice });

/** The menus that somebody has, by key; `data` only once it was asked for since the dialog was opened. */
interface Had {
  readonly data: readonly number[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}
const NONE: Had = { data: [], error: null, refetch: () => undefined };

interface Props {
  title: string;
  submit: string;
  /** Who gets the menus, in a line. */
  whom: string;
  /** Under which name the choice survives a reload or the end of the session. */
  draft: string;
  /** Whose menus are offered. */
  audience: 'staff' | 'customer';
  /** Only those that this role can use. */
  forRole?: Role;
  /** Left out for somebody who has none yet. */
  had?: Had;
  /** Saves the choice, made on `had`. After a 409 `had` is asked for again, and the dialog stays. */
  send: (menus: readonly number[], had: readonly number[]) => Promise<unknown>;
  onClose: () => void;
}

/** Which menus somebody gets: at least one of those that the caller may give. */
export function MenuDialog({ had = NONE, ...props }: Props) {
  const { title, audience, forRole, onClose } = props;
  const offered = useCall(admins.offeredMenus, {});
  const menus = useMemo(
    () =>
      offered.data?.menu.filter(
        (menu) => menu.audience === audience && (forRole === undefined || menu.roles.includes(forRole)),
      ),
    [offered.data, audience, forRole],
  );
  const failure = offered.error ?? had.error;
  const retry = () => {
    void offered.refetch();
    void had.refetch();
  };
  return (
    <LoadedDialog
      title={title}
      onClose={onClose}
      loaded={menus && had.data && { menus, had: had.data }}
      failure={failure ? { text: FAILED, what: failure.message } : undefined}
      onRetry={retry}
    >
      {(opened) => (
        <Choosing
          {...props}
          // A choice is of the menus that it began with: on others it would take back what a colleague did.
          draft={`${props.draft} ${opened.had.join()}`}
          had={had}
          menus={menus ?? opened.menus}
          now={had.data ?? opened.had}
        />
      )}
    </LoadedDialog>
  );
}

type ChoosingProps = Omit<Props, 'had' | 'audience' | 'forRole'> & {
  had: Had;
  menus: readonly Menu[];
  /** The menus that somebody has at present; a colleague may change them meanwhile. */
  now: readonly number[];
};

function Choosing({ title, submit, whom, draft, had, send, onClose, menus, now }: ChoosingProps) {
  return (
    <FormDialog
      title={title}
      schema={Choice}
      start={{ menu_id: now.map(String) }}
      submit={submit}
      draft={draft}
      onClose={onClose}
      send={async ({ menu_id }) => {
        try {
          await send(menu_id, now);
        } catch (error) {
          if (error instanceof Refused && error.status === 409) await had.refetch();
          throw error;
        }
      }}
    >
      {(form) => (
        <>
          <p className={classes.whom}>{whom}</p>
          <FollowedChoice form={form} menus={menus} had={now} />
        </>
      )}
    </FormDialog>
  );
}

interface ChoiceProps {
  form: FormState<{ menu_id: readonly string[] }>;
  menus: readonly Menu[];
  had: readonly number[];
}

const without = (some: readonly number[], others: readonly number[]) => some.filter((id) => !others.includes(id));

/** Takes over a colleague's changes; ticks made here stay. */
function FollowedChoice({ form, menus, had }: ChoiceProps) {
  const before = useRef(had);
  const [news, setNews] = useState('');
  const chosen = form.values.menu_id.map(Number);
  useEffect(() => {
    const given = without(without(had, before.current), chosen);
    const taken = without(before.current, had).filter((id) => chosen.includes(id));
    before.current = had;
    if (given.length + taken.length === 0) return;
    form.set('menu_id', [...without(chosen, taken), ...given].sort((a, b) => a - b).map(String));
    setNews(newsOf(menus, given, taken));
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only what others did is followed
  }, [had]);
  return (
    <>
      <p role="status" hidden={news === ''}>
        {news}
      </p>
      <MenuField form={form} name="menu_id" label="Menus" menus={menus} />
    </>
  );
}

function newsOf(menus: readonly Menu[], given: readonly number[], taken: readonly number[]): string {
  const names = (ids: readonly number[]) =>
    menus
      .filter(({ menu_id }) => ids.includes(menu_id))
      .map(({ menu_name }) => menu_name)
      .join(', ');
  return [
    given.length > 0 && `Given meanwhile: ${names(given)}.`,
    taken.length > 0 && `Taken meanwhile: ${names(taken)}.`,
  ]
    .filter((sentence) => sentence !== false)
    .join(' ');
}
