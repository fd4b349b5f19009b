import type { Role } from '../../contract/src/call.ts';

type DemoLogin = {
  role: Role;
  name: string;
  email: string;
  password: string;
  /** Routes of the person's menu; `all` of staff's. */
  menus: 'all' | readonly string[];
};

const MANAGER = [
  ...['get_monthly_renewal', 'get_renewal_data', 'my_renewal_domain', 'renewal_dashboard', 'centralized_dashboard'],
  ...['manager_renewal_team', 'renewal_member_dashboard', 'renewal_reseller'],
];
const MEMBER = ['get_monthly_renewal', 'my_renewal_domain', 'renewal_member_dashboard'];
const AXIMA = ['get_renewal_data', 'axima_domains', 'add_axima_domain'];

function login(role: Role, name: string, menus: DemoLogin['menus']): DemoLogin {
  const first = (name.split(' ')[0] ?? name).toLowerCase();
  return { role, name, email: `${first}@desk.example`, password: `${first}-renews-on-time`, menus };
}

/** Somebody of a customer, in the portal. */
export const buyerLogin = {
  role: 'CUSTOMER',
  name: 'Leela Nair',
  email: 'leela@buyer.example',
  password: 'leela-renews-on-time',
} as const;

/** The staff of the demo; invented, as is all that they did. */
export const demoLogins: readonly DemoLogin[] = [
  login('ADMIN', 'Ananya Kelkar', 'all'),
  login('ADMIN', 'Vikram Sethi', MANAGER),
  login('RMEMBER', 'Ritika Bora', MEMBER),
  login('RMEMBER', 'Tarun Gokhale', MEMBER),
  login('RMEMBER', 'Meenal Pai', MEMBER),
  login('SALESC', 'Devika Anand', AXIMA),
  login('ADEPLOY', 'Joseph Kurian', AXIMA),
  login('AXSUP', 'Sameer Lal', AXIMA),
];
