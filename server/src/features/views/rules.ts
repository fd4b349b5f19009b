import type { Screen } from '@desk/contract/rules/pages';
import { STAFF_SCREENS } from '@desk/contract/rules/pages';
import { withSlugs, type Slugs } from '@desk/contract/rules/slugs';
import type { ViewScope } from '@desk/contract/views';
import type { Actor } from '../../platform/context.ts';

/** A person needs no more of a screen, and a list of them stays readable. */
export const MOST_VIEWS = 50;

/** The screen that a browser calls by its address, if it is in the person's menu. */
export const screenOf = (route: string, { menus }: Pick<Actor, 'menus'>, slugs: Slugs): Screen | undefined =>
  STAFF_SCREENS.find((screen) => menus.has(screen) && withSlugs(screen, slugs) === route);

/** What all staff see is set up by administrators. */
export const mayShareWithAll = ({ role }: Pick<Actor, 'role'>): boolean => role === 'ADMIN';

/** Whoever made a view may change it; what is for all, any administrator. */
export const mayChange = (view: { ownerId: number; scope: ViewScope }, actor: Pick<Actor, 'id' | 'role'>): boolean =>
  view.ownerId === actor.id || (view.scope === 'all' && mayShareWithAll(actor));
