import { STANDARD_BUSINESS } from '@desk/contract/rules/business';

// The page as the server sends it; some tests need none.
if (typeof document !== 'undefined')
  Object.assign(document.documentElement.dataset, STANDARD_BUSINESS, { phone: '+91 22 5550 0100' });
