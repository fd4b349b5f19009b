import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RenewalRow } from '@desk/contract/renewals';
import { expect, test } from 'vitest';
import { EXPORT_COLUMNS } from '../../server/src/features/renewals/rules.ts';
import { root } from '../root.mjs';

/** Fields of a row for the screen itself, or for other places than the list and its export. */
const NOT_EXPORTED = [
  'renewal_id',
  'maxSeats',
  'google_renewal_date',
  'add_lic',
  'zoho_customer_id',
  'notification',
  'term_months',
  'followed_up_at',
  'version',
];
/** Columns of the file that the screen shows beside another: the currency with its amounts, the end with its status, seats with what becomes of them. */
const NOT_A_COLUMN = ['Currency', 'Closed Because', 'Seats If Nobody Acts', 'Wanted', 'Wanted Seats'];

const SCREENS = ['web/src/features/renewals/columns.tsx', 'web/src/parts/renewal/renewal-columns.tsx'];

test('each field of the month list is exported, or named here as one that is not', () => {
  const exported = new Set<string>(EXPORT_COLUMNS.flatMap(([, ...names]) => names));
  expect(Object.keys(RenewalRow.shape).filter((name) => !exported.has(name))).toEqual(NOT_EXPORTED);
});

test('each exported column stands on the screen by the same name, or is named here as one that does not', () => {
  const text = SCREENS.map((path) => readFileSync(join(root, path), 'utf8')).join('\n');
  expect(EXPORT_COLUMNS.map(([label]) => label).filter((label) => !text.includes(`'${label}'`))).toEqual(NOT_A_COLUMN);
});
