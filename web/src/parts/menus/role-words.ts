import type { Role } from '@desk/contract/call';

const WORDS: Readonly<Record<Role, string>> = {
  CUSTOMER: 'Customer',
  ADMIN: 'Administrator',
  SALESC: 'Sales',
  ADEPLOY: 'Deployment',
  AXSUP: 'Axima Support',
  RMEMBER: 'Renewal member',
};

/** The code of a role as people read it. */
export const roleWords = (role: Role): string => WORDS[role];
