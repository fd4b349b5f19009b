/** The settings that stand for `{provider}` and `{directory_product}` in paths of calls and routes of menus. */
export interface Slugs {
  readonly brand_slug: string;
  readonly directory_product_slug: string;
}

/** A path or a route as it is for an installation. Menus in the database and `screens` of calls keep the placeholders. */
export const withSlugs = (text: string, slugs: Slugs): string =>
  text.replace('{provider}', slugs.brand_slug).replace('{directory_product}', slugs.directory_product_slug);

/** A menu with the routes that its screens have in an installation. */
export const menuWithSlugs = <Item extends { to_route: string }>(menu: readonly Item[], slugs: Slugs): Item[] =>
  menu.map((item) => ({ ...item, to_route: withSlugs(item.to_route, slugs) }));
