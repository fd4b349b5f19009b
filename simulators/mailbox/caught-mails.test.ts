import { expect, test } from 'vitest';
import { caughtMails } from './caught-mails.ts';

test('the newest 1,000 mails are kept', () => {
  const mails = caughtMails();
  const email = { headers: [], headerLines: [], attachments: [] };
  for (let nth = 1; nth <= 1_001; nth += 1) mails.add({ from: '', to: [] }, { ...email, subject: String(nth) });

  expect(mails.list()).toHaveLength(1_000);
  expect(mails.list()[0]?.subject).toBe('1001');
  expect(mails.find('1')).toBeUndefined();
});
