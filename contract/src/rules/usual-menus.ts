import type * as z from 'zod/mini';
import type { CUSTOMER_MENU } from './pages.ts';
import type { IndustryType, Segment } from '../words/lists.ts';

type CustomerScreen = keyof typeof CUSTOMER_MENU;
type SegmentWord = z.infer<typeof Segment>;

const BUYER: readonly CustomerScreen[] = ['my_domains', 'map_domain', 'add_license', 'my_renewals'];
/** Licences of education are granted and priced case by case: nobody adds them by themselves. */
const READER: readonly CustomerScreen[] = ['my_domains', 'map_domain', 'my_renewals'];

const USUAL: Readonly<Record<SegmentWord, readonly CustomerScreen[]>> = {
  Micro: BUYER,
  SMB: BUYER,
  Startup: BUYER,
  Corporate: BUYER,
  Enterprise: BUYER,
  Education: READER,
  Edutech: READER,
};
/** Of whom nothing is known may begin to ask for a domain. */
const UNKNOWN: readonly CustomerScreen[] = ['my_domains', 'map_domain'];

/** The screens that people of a segment usually get with their approval. */
export const usualMenus = (segment: SegmentWord | null): readonly CustomerScreen[] =>
  segment === null ? UNKNOWN : USUAL[segment];

const BY_INDUSTRY: Readonly<Record<z.infer<typeof IndustryType>, SegmentWord>> = { SMB: 'SMB', CORP: 'Corporate' };

/** Somebody's segment: that of the company where it is known, else the one of which the registration speaks. */
export const segmentOf = (known: SegmentWord | null, industry: z.infer<typeof IndustryType> | null) =>
  known ?? (industry === null ? null : BY_INDUSTRY[industry]);
