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
