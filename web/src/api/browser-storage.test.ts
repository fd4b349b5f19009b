import { expect, onTestFinished, test, vi } from 'vitest';
import { readSession, storeSession, takeAddress } from './session.ts';
import { readDraft } from '../kit/form/drafts.ts';
import { failedLoad } from '../kit/feedback/failed-load.ts';
import { lastFilters, rememberFilters } from '../kit/filter/last-filters.ts';

const WORTHLESS = ['', 'undefined', '{', '7', 'null', '[]', '{"q":7,"text":7,"names":null}'];
const start = { q: 'start', names: ['a'], isChosen: false };

test.each(WORTHLESS)('stored text that reads %o is as good as none, whoever reads it', (stored) => {
  for (const name of ['desk:filters:/home', 'desk:draft:form', 'desk:failed-load', 'desk:return'])
    sessionStorage.setItem(name, stored);
  for (const name of ['user', 'token', 'menu', 'role']) localStorage.setItem(name, stored);
  expect(lastFilters('/home')).toEqual({});
  expect(readDraft('form', start)).toBe(start);
  expect(failedLoad()).toBeUndefined();
  expect(takeAddress('asha@desk.example')).toBeUndefined();
  expect(readSession()).toBeUndefined();
});

test('where the browser forbids or has no room for storage, the page keeps what it needs while it stands', () => {
  const forbid = () => {
    throw new DOMException('The quota has been exceeded.', 'QuotaExceededError');
  };
  const spies = (['getItem', 'setItem', 'removeItem'] as const).map((method) =>
    vi.spyOn(Storage.prototype, method).mockImplementation(forbid),
  );
  onTestFinished(() => spies.forEach((spy) => spy.mockRestore()));
  const session = { user: 'asha@desk.example', token: { login_token: 't', exp: 9 }, menu: [], role: 'ADMIN' } as const;
  storeSession({ ...session, menu: [] });
  expect(readSession()).toEqual(session);
  rememberFilters('/home', { q: 'acme', page: '2' });
  expect(lastFilters('/home')).toEqual({ q: 'acme' });
});
