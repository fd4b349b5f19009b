import { expect, test } from 'vitest';
import { dateFaults } from './comment-dates.ts';

const NOTHING = {
  com_next_renewal_date: '',
  extension_date: '',
  managed_service_start_date: '',
  managed_service_end_date: '',
} as const;
const facts = { renewal_date: '2028-02-29', today: '2028-01-10' };

test.each([
  ['extension_date', '2001-01-01', facts, 'Choose the extension date from 29-02-2028 up to 28-02-2030.'],
  ['extension_date', '2028-02-28', facts, 'Choose the extension date from 29-02-2028 up to 28-02-2030.'],
  ['extension_date', '2028-02-29', facts, undefined],
  ['extension_date', '2030-03-01', facts, 'Choose the extension date from 29-02-2028 up to 28-02-2030.'],
  [
    'extension_date',
    '2028-05-31',
    { ...facts, today: '2028-06-01' },
    'Choose the extension date from 01-06-2028 up to 01-06-2030.',
  ],
  ['com_next_renewal_date', '2001-01-01', facts, 'Choose the next renewal date after 29-02-2028, up to 28-02-2033.'],
  ['com_next_renewal_date', '2028-02-29', facts, 'Choose the next renewal date after 29-02-2028, up to 28-02-2033.'],
  ['com_next_renewal_date', '2028-03-01', facts, undefined],
  ['com_next_renewal_date', '2033-02-28', facts, undefined],
  ['com_next_renewal_date', '2999-12-31', facts, 'Choose the next renewal date after 29-02-2028, up to 28-02-2033.'],
  [
    'managed_service_start_date',
    '2001-01-01',
    facts,
    'Choose the start of the service from 28-02-2026 up to 28-02-2033.',
  ],
  ['managed_service_end_date', '2099-01-01', facts, 'Choose the end of the service from 28-02-2027 up to 28-02-2038.'],
  ['managed_service_end_date', '2029-02-28', facts, undefined],
] as const)('a %s of %s is measured by the renewal and by today', (field, day, by, message) => {
  expect(dateFaults({ ...NOTHING, [field]: day }, by)).toEqual(
    message === undefined ? [] : [{ path: [field], message }],
  );
});

test('what is not filled in is not measured', () => {
  expect(dateFaults(NOTHING, facts)).toEqual([]);
});
