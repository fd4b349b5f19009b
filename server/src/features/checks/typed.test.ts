import { checks, NEITHER, NO_FILE } from '@desk/contract/checks';
import { describe, expect, test } from 'vitest';
import { auditLogTable } from '../../platform/db/tables/audit.ts';
import { checksDesk } from './testing/checks-desk.ts';
import { TYPED_LIMIT } from './rules.ts';

const { dns, openDesk } = await checksDesk();

describe('a typed domain', () => {
  test('is answered at once, and nothing is kept', async () => {
    const desk = await openDesk();

    expect(await desk.types('mail', 'https://Google-Old.dns.example/contact')).toEqual({
      error: false,
      message: 'The domain was checked.',
      notes: [],
      run: null,
      domains: [
        {
          line: 1,
          input: 'https://Google-Old.dns.example/contact',
          domain: 'google-old.dns.example',
          status: 'google_legacy',
          provider: 'Google Workspace',
          mx: expect.arrayContaining([{ priority: 1, exchange: 'aspmx.l.google.com' }]) as unknown,
          ...{ code: null, hint: null, ours: null, owner: null, google: null },
        },
      ],
    });
    expect(await desk.db.$count(auditLogTable)).toBe(0);
    expect((await desk.asha.calls(checks.runs, { kind: 'mail' })).reply.runs).toEqual([]);
  });

  test.each(['127.0.0.1', 'http://[::ffff:7f00:1]/', 'localhost', '../../etc/passwd', `${'a'.repeat(64)}.example`])(
    'that is none (%s) is said to be none, and nobody is asked',
    async (typed) => {
      const desk = await openDesk();
      const { domains } = await desk.types('domains', typed);
      expect(domains).toMatchObject([{ input: typed, domain: null, status: 'not_a_domain', ours: null, google: null }]);
      expect(dns.asked(`MX ${typed}`)).toBe(0);
    },
  );

  test('whose name server is silent is not taken for one without mail', async () => {
    const desk = await openDesk();
    const [silent, none] = await Promise.all([
      desk.types('mail', 'silence.dns.example'),
      desk.types('mail', 'no-mx.dns.example'),
    ]);
    expect(silent.domains).toMatchObject([{ status: 'error', code: 'ETIMEOUT' }]);
    expect(none.domains).toMatchObject([{ status: 'no_mx', code: null }]);
  });

  test.each([
    ['domains', NEITHER],
    ['mail', NO_FILE],
  ] as const)('that is missing, with no file either, is asked for (%s)', async (kind, message) => {
    const desk = await openDesk();
    for (const body of [{}, { domain: '' }, { domain: '   ' }]) {
      expect(await desk.asha.calls(checks[kind], body)).toMatchObject({ status: 400, reply: { message } });
    }
    expect(await desk.asha.uploads(checks[kind], { domain: '' })).toMatchObject({ status: 400, reply: { message } });
  });

  test('with NUL in it is refused', async () => {
    const desk = await openDesk();
    expect((await desk.asha.calls(checks.mail, { domain: 'acme\0.example' })).status).toBe(400);
  });

  test('beside a file yields to the file', async () => {
    const desk = await openDesk();
    const asked = dns.asked('MX zoho.dns.example');
    const file = { name: 'list.csv', bytes: 'google-new.dns.example' };
    const { reply } = await desk.asha.uploads(checks.mail, { domain: 'zoho.dns.example' }, file);
    expect(reply).toMatchObject({ domains: [], run: { lines: 1, file_name: 'list.csv' } });
    expect(dns.asked('MX zoho.dns.example')).toBe(asked);
  });

  test('can be sent as a form without a file', async () => {
    const desk = await openDesk();
    const { reply } = await desk.asha.uploads(checks.mail, { domain: 'zoho.dns.example' });
    expect(reply).toMatchObject({ run: null, domains: [{ status: 'zoho' }] });
  });
});

test('who types too fast is asked to wait, others are not', async () => {
  const desk = await openDesk();
  const ravi = await desk.as({ email: 'ravi@desk.example' });
  for (let n = 0; n < TYPED_LIMIT.hits; n += 1) await desk.types('mail', 'localhost');

  await desk.pool.query(
    `update throttles set window_ends_at = now() + interval '17 seconds' where key like 'checks-typed:%'`,
  );

  const refused = await desk.asha.calls(checks.mail, { domain: 'localhost' });
  expect(refused.status).toBe(429);
  // Some of the seventeen have passed since.
  const answer = /^Nothing was checked\. Too many attempts: try again in (\d+) seconds?\.$/.exec(refused.reply.message);
  const seconds = answer?.[1];
  expect(Number(seconds)).toBeGreaterThan(0);
  expect(Number(seconds)).toBeLessThanOrEqual(17);
  expect(refused.reply).toMatchObject({ retry_after: Number(seconds) });
  expect(refused.headers['retry-after']).toBe(seconds);
  expect((await desk.asha.calls(checks.domains, { domain: 'localhost' })).status).toBe(429);
  expect((await ravi.calls(checks.mail, { domain: 'localhost' })).status).toBe(200);
});
