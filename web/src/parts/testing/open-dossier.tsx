import { within } from '@testing-library/react';
import { preferencesOf } from '../../kit/browser/preferences.ts';
import { showAt } from '../../testing/show.tsx';
import { DomainLink } from '../dossier/domain-link.tsx';
import { DossierOutlet } from '../dossier/dossier-outlet.tsx';
import { brand } from './brand.ts';
import { bareDossier } from './dossier.ts';

export const HEADINGS = [
  'Active Plan Details',
  'Domain Invoice History',
  'Domain Account Outstanding',
  'Domain Contacts',
  'Domain Renewal Data',
  'Deployment Tickets',
  'Support Tickets',
];

let people = 0;

/**
 * Somebody new at a screen with one domain on it, and the dossier where the address names one; of two answers to a call the
 * first counts.
 */
export function openDossier(search: string, ...answers: Parameters<typeof showAt>[2][]) {
  preferencesOf(`person ${String((people += 1))}`);
  const screen = (
    <>
      <DomainLink name="indus.example" />
      <DossierOutlet />
    </>
  );
  const shown = showAt(`/home?${search}`, screen, ...answers, ...bareDossier(), brand);
  const asked = () => shown.sent.map(({ path }) => path);
  const section = async (title: string) => {
    const heading = await shown.screen.findByRole('button', { name: title });
    if (heading.getAttribute('aria-expanded') === 'false') await shown.user.click(heading);
    return within(await shown.screen.findByRole('region', { name: title }));
  };
  return { ...shown, asked, section };
}

/** The facts of a contact card. */
export const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('dl > div')].map((fact) => [
      fact.querySelector('dt')?.textContent ?? '',
      fact.querySelector('dd')?.textContent,
    ]),
  );
