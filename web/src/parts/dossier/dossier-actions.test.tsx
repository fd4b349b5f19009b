import { renewals } from '@desk/contract/renewals';
import { expect, test } from 'vitest';
import { storeSession } from '../../api/session.ts';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { answering, showAt } from '../../testing/show.tsx';
import { DomainLink } from './domain-link.tsx';
import { DossierOutlet } from './dossier-outlet.tsx';
import { brand } from '../testing/brand.ts';
import { bareDossier } from '../testing/dossier.ts';
import { renewalDetails } from '../testing/renewal.ts';

const RENEWALS = 'get_monthly_renewal';

/** The dossier as it is opened from the row of a renewal, by somebody with this screen. */
async function openFromRow(screenOfMenu: string) {
  preferencesOf('asha@desk.example');
  const menu = [{ menu_id: 1, menu_name: 'Renewals', to_route: screenOfMenu }];
  storeSession({ user: 'asha@desk.example', token: { login_token: 't', exp: 4e9 }, menu, role: 'ADMIN' });
  const shown = showAt(
    '/home',
    <>
      <DomainLink name="indus.example" renewal={7} />
      <DossierOutlet />
    </>,
    ...bareDossier({ cont_mobile: '+91 9800000002' }),
    answering(renewals.details, { domain: [renewalDetails({ domain_name: 'indus.example' })] }),
    answering(renewals.products, { products: [] }),
    brand,
  );
  await shown.user.click(await shown.screen.findByRole('button', { name: 'indus.example' }));
  await shown.screen.findByText('Indus Motors');
  return shown;
}

test('a renewal is commented from the dossier that was opened on its row', async () => {
  const { screen, user, sent } = await openFromRow(RENEWALS);

  await user.click(await screen.findByRole('button', { name: 'Add Comments' }));

  await screen.findByLabelText(/^Highlight/);
  expect(screen.getByRole('dialog', { name: 'Add Comments: indus.example' })).toBeTruthy();
  expect(sent.find(({ path }) => path === renewals.details.path)?.body).toEqual({ renewal_id: 7 });
});

test('who may not comment is not offered it', async () => {
  const { screen } = await openFromRow('centralized_dashboard');

  await screen.findByRole('button', { name: 'Copy domain indus.example' });

  expect(screen.queryByRole('button', { name: 'Add Comments' })).toBeNull();
});

test('domain, e-mail and phone numbers are copied with one press', async () => {
  const { screen, user } = await openFromRow(RENEWALS);
  for (const [text, what] of [
    ['indus.example', ' domain'],
    ['asha@indus.example', ''],
    ['+91 9800000001', ''],
    ['+91 9800000002', ''],
  ] as const) {
    await user.click(await screen.findByRole('button', { name: `Copy${what} ${text}` }));
    await screen.findByText(`Copied ${text}`);
    expect(await navigator.clipboard.readText()).toBe(text);
  }
});

test('where the browser does not let a page copy, it is said', async () => {
  const { screen, user } = await openFromRow(RENEWALS);
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true });

  await user.click(await screen.findByRole('button', { name: 'Copy domain indus.example' }));

  await screen.findByText('The browser does not let this page copy. Select the text and copy it.');
});
