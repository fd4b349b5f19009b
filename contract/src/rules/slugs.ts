/** The settings that stand for `{provider}` and `{directory_product}` in paths of calls and routes of menus. */
export interface Slugs {
  readonly brand_slug: string;
  readonly directory_product_slug: string;
}

/** A path or a route as it is for an installation. Menus in the database and `screens` of calls keep the placeholders. */
export const withSlugs = (text: string, slugs: Slugs): string =>
  text.replace('{provider}', slugs.brand_slug).replace('{directory_product}', slugs.directory_product_slug);

/** The settings that stand for `{directory_product}` in the names of menus, beside the slugs of their routes. */
export interface Names extends Slugs {
  readonly directory_product_name: string;
}

/** What a menu is called in an installation: as the heading of its screen. */
export const menuName = (name: string, { directory_product_name }: Pick<Names, 'directory_product_name'>): string =>
  name.replace('{directory_product}', directory_product_name);

/** A menu with the routes and names that its screens have in an installation. */
export const menuWithNames = <Item extends { menu_name: string; to_route: string }>(
  menu: readonly Item[],
  names: Names,
): Item[] =>
  menu.map((item) => ({
    ...item,
    menu_name: menuName(item.menu_name, names),
    to_route: withSlugs(item.to_route, names),
  }));
