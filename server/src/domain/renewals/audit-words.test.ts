import { expect, test } from 'vitest';
import { auditedInWords } from './audit-words.ts';

test('changes are told in words, without the keys of other rows', () => {
  const changes = [
    { field: 'assigned_to', old: null, new: 'ravi@desk.example' },
    { field: 'external_id', old: 'S-1', new: 'S-2' },
    { field: 'customer_id', old: '4', new: '5' },
    { field: 'ownerId', old: '4', new: '5' },
  ];
  expect(auditedInWords({ action: 'details_changed', changes })).toEqual({
    what: 'Details changed',
    changes: [
      { field: 'Assigned To', old: null, new: 'ravi@desk.example' },
      { field: 'Subscription Id', old: 'S-1', new: 'S-2' },
    ],
  });
});

test('the instant of an end is told by its day', () => {
  const changes = [
    { field: 'term_end', old: '2027-04-01', new: '2028-04-01' },
    { field: 'term_end_at', old: '2027-03-31T18:30:00+00:00', new: '2028-03-31T18:30:00+00:00' },
    { field: 'if_nobody_acts', old: 'renews', new: 'shrinks' },
  ];
  expect(auditedInWords({ action: 'subscription_changed', changes }).changes).toEqual([
    { field: 'Renewal Date', old: '2027-04-01', new: '2028-04-01' },
    { field: 'If Nobody Acts', old: 'renews', new: 'shrinks' },
  ]);
});
