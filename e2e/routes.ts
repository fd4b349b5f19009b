import { CUSTOMER_MENU, RENEWAL_MENU, STAFF_MENU } from '@desk/contract/rules/pages';
import { menuWithNames } from '@desk/contract/rules/slugs';

const NAMES = { brand_slug: 'provider', directory_product_slug: 'jumpcloud', directory_product_name: 'JumpCloud' };

/** The heading of a screen is what the menu calls it. */
const named = (menu: Readonly<Record<string, string>>) =>
  menuWithNames(
    Object.entries(menu).map(([to_route, menu_name]) => ({ to_route, menu_name })),
    NAMES,
  ).map(({ to_route, menu_name }) => [to_route, menu_name] as const);

/** The screens of the product with their headings. */
export const STAFF_SCREENS = named({ ...RENEWAL_MENU, ...STAFF_MENU });
export const CUSTOMER_SCREENS = named(CUSTOMER_MENU);

/** The pages for those outside. */
export const ACCESS_SCREENS = [
  ['/', 'Login'],
  ['/register', 'Register'],
  ['/forget_password', 'Forgot Password'],
  ['/adminpanel', 'Admin Login'],
  ['/adminpanel/register', 'Admin Register'],
  ['/adminpanel/forget_password', 'Reset Your Password'],
  ['/thank-you', 'Thank you'],
] as const;
