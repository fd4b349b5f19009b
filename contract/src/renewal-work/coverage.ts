import * as z from 'zod/mini';
import { call } from '../call.ts';
import { body } from '../fields.ts';
import { CoverageFinding } from '../rules/next-action.ts';
import { RENEWAL_SCREENS } from '../rules/pages.ts';

const CoverageRow = z.object({
  kind: CoverageFinding,
  /** The domain; of a customer whom nobody can reach the company. An add-on's domain may have no page. */
  name: z.string(),
  domain_name: z.string(),
  /** Null: there is none. */
  renewal_id: z.nullable(z.number()),
});
export type CoverageRow = z.infer<typeof CoverageRow>;

/** So many findings come as rows. */
export const COVERAGE_ROWS = 50;

export const coverage = {
  /** As the last look that ended well found it, some of each kind; `findings` has all kinds, 0 where all is well. */
  latest: call({
    path: 'adminpanel/get_coverage/',
    audience: 'staff',
    screens: RENEWAL_SCREENS,
    rows: 'all',
    body: body({}),
    reply: z.object({
      /** An instant; null: nobody has looked yet. */
      checked_at: z.nullable(z.string()),
      findings: z.array(z.object({ kind: CoverageFinding, count: z.number() })),
      rows: z.array(CoverageRow),
    }),
  }),
};
