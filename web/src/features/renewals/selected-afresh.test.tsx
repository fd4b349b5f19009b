import { followUp } from '@desk/contract/follow-up';
import { renewals, type RenewalRow } from '@desk/contract/renewals';
import { expect, test } from 'vitest';
import { renewalRow } from '../../parts/testing/renewal.ts';
import { answering, refusing } from '../../testing/show.tsx';
import { MONTH, openMonth } from './testing/month.tsx';

test('after a change of many the rows are as the server has them, also what it changed beside, and of one that it refused', async () => {
  let rows = [1, 2].map((id): RenewalRow => renewalRow({ renewal_id: id, domain_name: `d${String(id)}.example` }));
  const change = (id: number, now: Partial<RenewalRow>) => {
    rows = rows.map((row) => (row.renewal_id === id ? { ...row, ...now } : row));
  };
  const { screen, user } = await openMonth(
    'cols=highlight_case,followup_comments,confirmation_status',
    answering(renewals.monthly, ({ month }) => ({ customer: month === MONTH ? rows : [], revision: '1' })),
    answering(followUp.saveStatus, ({ renewal_id, formData: { highlight, status } }) => {
      if (renewal_id === 2) return refusing(409);
      const written = { followup_comments: 'Status set', followed_up_at: '2026-11-20T06:30:00Z' };
      change(renewal_id, { highlight_case: highlight || null, confirmation_status: status || null, ...written });
      return { instruction_id: null };
    }),
  );
  await user.click(screen.getByLabelText('Select this page'));
  await user.selectOptions(await screen.findByLabelText('Set status'), 'Confirmation Received');
  await user.click(screen.getByText('Update 2'));
  change(2, { highlight_case: 'Orange', followup_comments: 'Called by a colleague' });
  await user.click(await screen.findByText('Change 2'));

  await screen.findByText('1 renewal updated');
  const words = (domain: string) => screen.getByText(domain).closest('tr')?.textContent ?? '';
  expect(words('d1.example')).toContain('Green');
  expect(words('d1.example')).toContain('Status set');
  expect(words('d1.example')).not.toContain('Never contacted');
  expect(words('d2.example')).toContain('Orange');
});
