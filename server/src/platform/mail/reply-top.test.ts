import fc from 'fast-check';
import { expect, test } from 'vitest';
import { shortTop, topOf } from './reply-top.ts';

test.each([
  [
    'Gmail',
    'Yes, 20 seats.\n\nOn Thu, 12 Nov 2026 at 10:00, Reseller Desk <renew+ab@reseller.example>\nwrote:\n\n> Your plan',
    'Yes, 20 seats.',
  ],
  ['Gmail, in one line', 'Yes.\n\nOn Thu, 12 Nov 2026 at 10:00 Desk wrote:\n> Your plan', 'Yes.'],
  [
    'Outlook',
    'Call me.\n\n________________________________\nFrom: Desk\nSent: Thursday\nTo: Ravi\nSubject: Plan',
    'Call me.',
  ],
  ['Outlook, with headers alone', 'Call me.\n\nFrom: Desk\nSent: Thursday\nTo: Ravi\n\nYour plan', 'Call me.'],
  ['an older one', 'No thanks\n\n-----Original Message-----\nFrom: Desk', 'No thanks'],
  ['Zoho', 'Next week\n\n---- On Thu, 12 Nov 2026 10:00:00 +0530 Desk wrote ----\n\nText', 'Next week'],
  ['German', 'Ja.\n\nAm Do., 12. Nov. 2026 um 10:00 Uhr schrieb Desk <a@b.example>:\n> Text', 'Ja.'],
  ['a signature', 'Fine.\n\n-- \nRavi Iyer\nAcme', 'Fine.'],
  ['who answers below', '> Do you renew?\n\nYes.', 'Yes.'],
  [
    'who answers below an introduction',
    'On Thu, 12 Nov 2026 Desk wrote:\n> Do you renew?\n\nYes.',
    'On Thu, 12 Nov 2026 Desk wrote:\n\nYes.',
  ],
  ['who only quotes', '> Do you renew?', '> Do you renew?'],
  ['who writes of Monday', 'On Monday we decide.\nThanks', 'On Monday we decide.\nThanks'],
  ['who writes From: once', 'From: 1 January we need 5 seats', 'From: 1 January we need 5 seats'],
  ['nothing', ' \n ', ''],
])('%s', (_, text, top) => {
  expect(topOf(text)).toBe(top);
});

test('what is said is never made longer, and is said where there is anything', () => {
  const line = fc.constantFrom(
    'Hello',
    '> quoted',
    'On Monday',
    'wrote:',
    '--',
    'From: x',
    'To: y',
    'Subject: z',
    '',
    '____________',
  );
  fc.assert(
    fc.property(fc.array(line, { maxLength: 15 }), fc.integer({ min: 2, max: 80 }), (lines, most) => {
      const text = lines.join('\n');
      expect(topOf(text).length).toBeLessThanOrEqual(text.length);
      expect(topOf(text) === '').toBe(text.trim() === '');
      expect(shortTop(text, most).length).toBeLessThanOrEqual(most);
      expect(shortTop(text, most)).not.toContain('\n');
    }),
  );
});
