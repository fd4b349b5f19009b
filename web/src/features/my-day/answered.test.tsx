import { within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { day, item, open } from './testing/open-day.tsx';

test('who answered, and whose mail came back, is told from a call, in words and by an envelope', async () => {
  const answered = item({ inbound_id: 5, inbound_kind: 'reply', sentence: 'They answered on 23 Nov: “80 seats”.' });
  const bounced = item({ renewal_id: 2, inbound_id: 6, inbound_kind: 'bounce', sentence: 'The mail to Ravi bounced.' });
  const { screen } = open(day([item({ renewal_id: 3 }), answered, bounced]));
  const today = within(await screen.findByRole('region', { name: 'Today' }));
  const rows = today.getAllByRole('button');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Call: acme\.example Business StarterFirst call of this term\./),
    expect.stringMatching(/^acme\.example Business Starter .*Answered.*They answered on 23 Nov/),
    expect.stringMatching(/^acme\.example Business Starter .*Mail bounced.*The mail to Ravi bounced\./),
  ]);
  const drawings = rows.map((row) => row.querySelector('path')?.getAttribute('d'));
  expect(drawings[1]).toBe(drawings[2]);
  expect(drawings[1]).not.toBe(drawings[0]);
});
