import { access } from '@desk/contract/access';
import { expect, test } from 'vitest';
import { testServer } from '../testing/server.ts';

test('no other site is let at an answer, and none may ask for leave', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const origin = { origin: 'https://evil.example' };
  const answer = await asha.calls(access.profile, {}, origin);
  const asked = await desk.app.inject({
    method: 'OPTIONS',
    url: '/api/get_profile/',
    headers: { ...origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
  });

  expect(answer.status).toBe(200);
  expect(asked.statusCode).toBe(404);
  for (const { headers } of [answer, asked])
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
});

test('a cookie signs nobody in: the one there is marks a browser for its one-time codes, out of reach of scripts', async () => {
  const desk = await testServer();
  const asha = await desk.as();
  const { headers } = await desk.stranger.calls(access.brand, {}, { cookie: '' });

  expect(headers['set-cookie']).toMatch(
    /^desk_browser=[\w-]{32}\.[\w-]{43}; Max-Age=86400; Path=\/; HttpOnly; SameSite=Strict$/,
  );
  const cookie = `desk_browser=${asha.token ?? ''}; authorization=${asha.token ?? ''}; login_token=${asha.token ?? ''}`;
  expect((await desk.stranger.calls(access.profile, {}, { cookie })).status).toBe(401);
});

test('under TLS the cookie travels by TLS only, and no neighbour in the domain can plant one', async () => {
  const desk = await testServer({ env: { PUBLIC_URL: 'https://desk.example' } });
  const { headers } = await desk.stranger.calls(access.brand, {});
  expect(headers['set-cookie']).toMatch(/^__Host-desk_browser=/);
  expect(headers['set-cookie']).toContain('; Path=/;');
  expect(headers['set-cookie']).toContain('; Secure');
  expect(headers['set-cookie']).not.toContain('Domain');
});

const valueOf = (header: unknown) => /desk_browser=([^;]+)/.exec(String(header))?.[1] ?? 'no cookie';

test('a challenge cookie that was not given out here is replaced, one that was begins its day anew', async () => {
  const desk = await testServer();
  const given = async (cookie: string) =>
    valueOf((await desk.stranger.calls(access.brand, {}, { cookie })).headers['set-cookie']);
  const own = await given('');
  expect(await given(`desk_browser=${own}`)).toBe(own);
  const [text = '', mac = ''] = own.split('.');
  const forged = ['guessed', `${text}.`, `${text}x.${mac}`, `.${mac}`, text, `${own}.${mac}`];
  for (const value of forged) expect(await given(`desk_browser=${value}`)).not.toBe(value);
});
