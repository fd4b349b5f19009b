import { STANDARD_BUSINESS } from '@desk/contract/rules/business';

// The page as the server sends it.
Object.assign(document.documentElement.dataset, STANDARD_BUSINESS);
