import { call } from '@desk/contract/call';
import { views, type SavedView } from '@desk/contract/views';
import * as z from 'zod/mini';
import { storeSession } from '../../../api/session.ts';
import { choiceFilter, placeOf, searchFilter } from '../../../kit/filter/list-filters.tsx';
import { useListSearch } from '../../../kit/filter/list-search.ts';
import { columnsOf } from '../../../kit/table/columns.tsx';
import { usePageSize } from '../../../kit/table/page-size.ts';
import { ServerTableScreen } from '../../../kit/table/server-table.tsx';
import { answering, refusing, showAt } from '../../../testing/show.tsx';
import { useListCall } from '../../lists/list-call.ts';
import { useListViews } from '../list-views.tsx';

export const trees = call({
  path: 'trees/',
  audience: 'staff',
  body: z.object({
    search: z.optional(z.string()),
    leaf: z.optional(z.enum(['small', 'broad'])),
    page: z.number(),
    size: z.optional(z.number()),
    sort: z.optional(z.enum(['name'])),
    direction: z.optional(z.enum(['asc', 'desc'])),
  }),
  reply: z.object({ trees: z.array(z.object({ name: z.string(), height: z.string() })), total: z.number() }),
});
interface Tree {
  readonly name: string;
  readonly height: string;
}
const identity = { key: ({ name }: Tree) => name, name: ({ name }: Tree) => name };
const column = columnsOf<Tree>(identity);
const COLUMNS = [column.text('name', 'Name'), column.text('height', 'Height')];
const FILTERS = {
  q: searchFilter('Search tree', { longest: 20 }),
  leaf: choiceFilter('Leaf', { field: 'leaf', values: ['small', 'broad'] }),
  grove: placeOf(z.catch(z.enum(['north', 'south']), 'north')),
  month: placeOf(z.catch(z.string(), '2026-11')),
};
const BUILT_IN = { Work: ['name', 'height'], Names: ['name'] };
const SHARED = ['month'];

/** A screen of two lists, each made anew when it is turned to. */
function Trees() {
  const { values, set } = useListSearch(FILTERS);
  const other = values.grove === 'north' ? 'south' : 'north';
  return (
    <>
      <Grove key={values.grove} />
      <button type="button" onClick={() => set({ grove: other, cols: '', rows: '', view: '' })}>
        Other grove
      </button>
    </>
  );
}

function Grove() {
  const search = useListSearch(FILTERS);
  const size = usePageSize(search, { list: 'trees', usual: 10 });
  const { list } = useListCall(trees, search, {
    rows: (reply) => reply.trees,
    ...size,
    body: size.chosen === undefined ? {} : { size: size.chosen },
    sorts: ['name'],
  });
  const views = useListViews(search, {
    ...{ table: 'trees', columns: COLUMNS, builtIn: BUILT_IN, size, shared: SHARED, per: 'grove' },
  });
  return (
    <ServerTableScreen
      title="Trees"
      list={list}
      row={identity}
      columns={COLUMNS}
      views={views}
      texts={{ empty: 'No trees' }}
    />
  );
}

export const view = (more: Partial<SavedView> = {}): SavedView => ({
  ...{ view_id: 1, name: 'Small ones', scope: 'private', owner: 'Asha Rao', is_own: true, may_change: true },
  ...{ search: 'cols=Names&leaf=small&rows=25&sort=-name', is_default: false, version: 3 },
  ...more,
});
/** The server's views: what is written is there afterwards, unless it is refused. */
export function keeping(...saved: SavedView[]) {
  const held = { views: saved, refusal: 0, may_share_with_all: true };
  const refused = (): ReturnType<typeof refusing> => refusing(held.refusal);
  const answers = [
    answering(trees, { trees: [{ name: 'Neem', height: '20 m' }], total: 40 }),
    answering(views.list, () => ({ views: held.views, may_share_with_all: held.may_share_with_all })),
    answering(views.save, ({ view_id, name, scope, search }) => {
      if (held.refusal > 0) return refused();
      const id = view_id ?? 100 + held.views.length;
      const was = held.views.find((one) => one.view_id === id);
      const next = { ...view({ ...was, view_id: id }), name, scope, search, version: (was?.version ?? 0) + 1 };
      held.views = [...held.views.filter((one) => one !== was), next];
      return { view_id: id };
    }),
    answering(views.remove, ({ view_id }) => {
      if (held.refusal > 0) return refused();
      held.views = held.views.filter((one) => one.view_id !== view_id);
      return {};
    }),
    answering(views.setDefault, ({ view_id }) => {
      if (held.refusal > 0) return refused();
      held.views = held.views.map((one) => ({ ...one, is_default: one.view_id === view_id }));
      return {};
    }),
  ];
  return { held, answers };
}

/** The list at an address of a screen, once its rows are there. */
export async function openTrees(search: string, { held, answers }: ReturnType<typeof keeping>) {
  const shown = showAt(`/home/trees${search}`, <Trees />, ...answers);
  await shown.screen.findByText('Neem');
  const link = (name: string | RegExp) => shown.screen.findByRole('link', { name });
  const parameters = () => Object.fromEntries(new URLSearchParams(shown.address().split('?')[1]));
  return { ...shown, held, link, parameters };
}

export const signInAs = (role: 'ADMIN' | 'CUSTOMER') =>
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu: [], role });
