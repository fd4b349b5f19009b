import { access } from '@desk/contract/access';
import type { Call } from '@desk/contract/call';
import { withSlugs } from '@desk/contract/rules/slugs';
import { answering } from '../../testing/show.tsx';

/** The installation's names; the paths of some calls hold its slug. */
export const brand = answering(access.brand, {
  brand_name: 'Indus Cloud',
  brand_slug: 'indus',
  directory_product_name: 'JumpCloud',
  directory_product_slug: 'jumpcloud',
  today: '2026-11-21',
});

/** The path of a call as it is for that installation. */
export const pathOf = (call: Call): string =>
  withSlugs(call.path, { brand_slug: 'indus', directory_product_slug: 'jumpcloud' });

/** Like `answering`, for a call whose path holds a slug. */
export const answeringBranded = <C extends Call>(call: C, reply: Parameters<typeof answering<C>>[1]) =>
  [pathOf(call), answering(call, reply)[1]] as const;
