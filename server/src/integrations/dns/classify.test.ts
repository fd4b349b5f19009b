import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { classify, type MxRecord } from './classify.ts';
import { hintIn } from './providers.ts';

const mx = (...exchanges: string[]): MxRecord[] => exchanges.map((exchange, n) => ({ priority: n * 10, exchange }));
const answer = (...exchanges: string[]) => {
  const { status, provider } = classify(mx(...exchanges));
  return [status, provider];
};

describe('MX records say', () => {
  test.each([
    ['google', 'Google Workspace', ['smtp.google.com']],
    ['google', 'Google Workspace', ['aspmx.l.google.com', 'smtp.google.com']],
    ['google_legacy', 'Google Workspace', ['aspmx.l.google.com', 'alt1.aspmx.l.google.com', 'alt4.aspmx.l.google.com']],
    ['google_legacy', 'Google Workspace', ['aspmx.l.google.com', 'aspmx2.googlemail.com', 'ASPMX5.GOOGLEMAIL.COM.']],
    ['google_mixed', 'Google Workspace + Microsoft 365', ['smtp.google.com', 'x.mail.protection.outlook.com']],
    ['google_mixed', 'Google Workspace + another server', ['mail.acme.example', 'aspmx.l.google.com']],
    ['google_mixed', 'Google Workspace + Mimecast', ['in-1.mimecast.com', 'aspmx.l.google.com']],
    ['microsoft', 'Microsoft 365', ['acme-example.mail.protection.outlook.com']],
    ['microsoft', 'Microsoft 365', ['acme-example.a1-b2.mx.microsoft']],
    ['zoho', 'Zoho Mail', ['mx.zoho.in', 'mx2.zoho.in']],
    ['zoho', 'Zoho Mail', ['mx.zoho.com']],
    ['zoho', 'Zoho Mail', ['mx3.zoho.eu']],
    ['gateway', 'Proofpoint', ['mxa-1.gslb.pphosted.com']],
    ['gateway', 'Proofpoint', ['mx1-us1.ppe-hosted.com']],
    ['gateway', 'Mimecast', ['in-1.mimecast.co.za']],
    ['gateway', 'Barracuda', ['d1.ess.barracudanetworks.com']],
    ['gateway', 'Cisco Secure Email', ['mx1.hc1.iphmx.com']],
    ['gateway', 'Trend Micro', ['acme.in.tmes.trendmicro.eu']],
    ['gateway', 'Symantec Email Security', ['cluster1.messagelabs.com']],
    ['gateway', 'Cloudflare Email Routing', ['route1.mx.cloudflare.net']],
    ['gateway', 'Proofpoint', ['mxa-1.gslb.pphosted.com', 'acme.mail.protection.outlook.com']],
    ['microsoft', 'Microsoft 365', ['acme.mail.protection.outlook.com', 'mail.acme.example']],
    ['other', 'Titan', ['mx1.titan.email']],
    ['other', 'Gmail', ['gmail-smtp-in.l.google.com', 'alt1.gmail-smtp-in.l.google.com']],
    ['other', null, ['mail.acme.example']],
    ['null_mx', null, ['']],
    ['null_mx', null, ['.']],
    ['no_mx', null, []],
  ])('%s (%s) of %j', (status, provider, exchanges) => {
    expect(answer(...exchanges)).toEqual([status, provider]);
  });

  test('nothing of names that only end alike', () => {
    expect(answer('notpphosted.com')).toEqual(['other', null]);
    expect(answer('evil-smtp.google.com.attacker.example')).toEqual(['other', null]);
    expect(answer('smtp.google.com.attacker.example')).toEqual(['other', null]);
  });

  test('which servers there are, in the order of their priority', () => {
    const records = [
      { priority: 20, exchange: 'B.example' },
      { priority: 10, exchange: 'c.Example.' },
      { priority: 10, exchange: 'a.example' },
    ];
    expect(classify(records).mx).toEqual([
      { priority: 10, exchange: 'a.example' },
      { priority: 10, exchange: 'c.example' },
      { priority: 20, exchange: 'b.example' },
    ]);
  });
});

const GOOGLE = ['smtp.google.com', 'aspmx.l.google.com', 'alt2.aspmx.l.google.com', 'aspmx3.googlemail.com'];
const FOREIGN = ['mx.zoho.in', 'a.mail.protection.outlook.com', 'mxa.pphosted.com', 'mail.acme.example', 'b.example'];
const record = (exchanges: string[]) =>
  fc.record({ priority: fc.integer({ min: 0, max: 3 }), exchange: fc.constantFrom(...exchanges) });
const anyRecords = fc.array(record([...GOOGLE, ...FOREIGN, '']), { maxLength: 8 });

test('the order of the records, their case and a final dot never matter', () => {
  const upset = anyRecords.chain((records) =>
    fc.tuple(
      fc.constant(records),
      fc.shuffledSubarray(records, { minLength: records.length }),
      fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: records.length, maxLength: records.length }),
    ),
  );
  fc.assert(
    fc.property(upset, ([records, shuffled, changes]) => {
      const changed = shuffled.map(({ priority, exchange }, at) => {
        const [isLoud, isDotted] = changes[at] ?? [false, false];
        return { priority, exchange: `${isLoud ? exchange.toUpperCase() : exchange}${isDotted ? '.' : ''}` };
      });
      expect(classify(changed)).toEqual(classify(records));
    }),
  );
});

test('Google beside somebody else is mixed, alone it never is', () => {
  const some = (exchanges: string[]) => fc.array(record(exchanges), { minLength: 1, maxLength: 5 });
  fc.assert(
    fc.property(some(GOOGLE), some(FOREIGN), (google, foreign) => {
      expect(classify([...google, ...foreign]).status).toBe('google_mixed');
      expect(classify(google).status).toMatch(/^google(_legacy)?$/);
      expect(classify(foreign).status).not.toMatch(/google/);
    }),
  );
});

test('TXT records hint at the mailboxes behind a gateway', () => {
  expect(hintIn(['MS=ms1', 'v=spf1 include:_spf.google.com ~all'])).toBe('SPF names Google Workspace');
  expect(hintIn(['V=SPF1 Include:SPF.Protection.Outlook.com -all'])).toBe('SPF names Microsoft 365');
  expect(hintIn(['v=spf1 include:_spf.google.com include:zoho.in ~all'])).toBe(
    'SPF names Google Workspace and Zoho Mail',
  );
  expect(hintIn(['google-site-verification=abc'])).toBe('Verified with Google');
  expect(hintIn(['v=spf1 include:_spf.google.com.attacker.example ~all', 'include:_spf.google.com'])).toBeNull();
  expect(hintIn([])).toBeNull();
});
