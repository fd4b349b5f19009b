import { within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { day, open, summaryOf, TWO } from './testing/open-day.tsx';

const MEERA = { name: 'Meera Shah', phone: { number: '+91 9800000002', of: 'Meera Shah' } };
const AT_COMPANY = { name: 'Meera Shah', phone: { number: '020 1000', of: 'Acme Pvt Ltd' } };

const besideIt = async (spokenTo: Parameters<typeof summaryOf>[1]) => {
  const { screen } = open(day(TWO), summaryOf([], spokenTo));
  const panel = within(await screen.findByRole('complementary', { name: 'About acme.example' }));
  return (await panel.findByText('Contact')).nextElementSibling?.textContent;
};

test.each([
  [MEERA, 'Meera Shah · +91 9800000002'],
  [AT_COMPANY, 'Meera Shah · 020 1000 (Acme Pvt Ltd)'],
  [{ name: 'new@acme.example', phone: null }, 'new@acme.example · no phone number'],
  [null, 'Nobody to reach'],
])('beside an item stands whom to speak to, and whose number it is: %#', async (spokenTo, words) => {
  expect(await besideIt(spokenTo)).toBe(words);
});

test.each([
  [MEERA, 'Call Meera Shah', 'tel:+919800000002'],
  [AT_COMPANY, 'Call Acme Pvt Ltd', 'tel:0201000'],
])('on a phone the button says whom it calls: %#', async (spokenTo, name, href) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  const { screen, user } = open(day(TWO), summaryOf([], spokenTo));
  await user.click(await screen.findByRole('button', { name: /acme\.example/ }));
  expect((await screen.findByRole('link', { name })).getAttribute('href')).toBe(href);
});
