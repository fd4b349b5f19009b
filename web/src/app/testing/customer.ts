import { access } from '@desk/contract/access';
import { answering } from '../../testing/show.tsx';

export const user = 'kavya@indus-motors.example';
export const menu = [{ menu_id: 9, menu_name: 'Mapped Domain', to_route: 'map_domain' }];

/** Answers to the layout's calls for a customer with one screen. */
export const layoutAnswers = [
  answering(access.brand, {
    brand_name: 'Indus Cloud',
    brand_slug: 'indus',
    directory_product_name: 'JumpCloud',
    directory_product_slug: 'jumpcloud',
    today: '2026-11-21',
  }),
  answering(access.menu, { menu }),
  answering(access.profile, { name: 'Kavya Iyer', phone_number: '9800000000', email: user, role: 'CUSTOMER' }),
] as const;
