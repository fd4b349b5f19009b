import { access } from '@desk/contract/access';
import { useCall } from './hooks.ts';

const DAY_MS = 86_400_000;

/** The installation's names and slugs, asked for once a day. */
export const useBrand = () => useCall(access.brand, {}, { fresh: DAY_MS });
