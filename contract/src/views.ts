import * as z from 'zod/mini';
import { call } from './call.ts';
import { body, done, id, line, version } from './fields.ts';

/** Who sees a view: its owner, the owner's team (who reports to the same manager, and the manager), or all staff. */
export const ViewScope = z.enum(['private', 'team', 'all']);
export type ViewScope = z.infer<typeof ViewScope>;

export const SavedView = z.object({
  view_id: z.number(),
  name: z.string(),
  scope: ViewScope,
  /** The name of who made it. */
  owner: z.string(),
  is_own: z.boolean(),
  /** Whether the caller may change it. */
  may_change: z.boolean(),
  /** Filters, columns, sort and page size, as the address of the screen has them, without its question mark. */
  search: z.string(),
  /** The caller's screen opens with it. */
  is_default: z.boolean(),
  version: z.number(),
});
export type SavedView = z.infer<typeof SavedView>;

const FORBIDDEN = 'You are not allowed to do this.';
const NOT_THERE = 'This view is not there any more.';
const staff = { audience: 'staff' } as const;
/** The route of a screen in the caller's menu. */
const screen = line(80, 'Choose a screen');

/** Named filters, columns, sort and page size of a list. */
export const views = {
  /** By name, those of the caller first. */
  list: call({
    path: 'adminpanel/get_views/',
    ...staff,
    body: body({ screen }),
    reply: z.object({ views: z.array(SavedView), may_share_with_all: z.boolean() }),
    refusals: { 403: FORBIDDEN },
  }),
  /** Without `view_id` a new one. `version`: the one that the caller saw. */
  save: call({
    path: 'adminpanel/save_view/',
    ...staff,
    body: body({
      view_id: z.optional(id),
      version: z.optional(version),
      screen,
      name: line(60, 'Enter a name'),
      scope: ViewScope,
      search: line(2_000),
    }),
    reply: z.object({ view_id: z.number() }),
    refusals: {
      403: FORBIDDEN,
      404: NOT_THERE,
      409: 'A view of this name exists already, or was changed meanwhile. Please look at it again.',
      422: 'There are too many views of this screen. Please delete one first.',
    },
    writes: true,
  }),
  remove: call({
    path: 'adminpanel/delete_view/',
    ...staff,
    body: body({ view_id: id }),
    reply: done,
    refusals: { 403: FORBIDDEN, 404: NOT_THERE },
    writes: true,
  }),
  /** The view with which the caller's screen opens; null: as it comes. */
  setDefault: call({
    path: 'adminpanel/set_default_view/',
    ...staff,
    body: body({ screen, view_id: z.nullable(id) }),
    reply: done,
    refusals: { 403: FORBIDDEN, 404: NOT_THERE },
    writes: true,
  }),
};
