import { directoryProduct, type DirectoryRenewal, type Organization } from '@desk/contract/directory-product';
import { renewals } from '@desk/contract/renewals';
import { within } from '@testing-library/react';
import { preferencesOf } from '../../../kit/browser/preferences.ts';
import { answeringBranded, brand, pathOf } from '../../../parts/testing/brand.ts';
import { renewalRow } from '../../../parts/testing/renewal.ts';
import { answering, showAt } from '../../../testing/show.tsx';
import { DirectoryRenewalsScreen } from '../directory-renewals.screen.tsx';

export const MONTH = '2026-11';

export const directoryRenewal = (change: Partial<DirectoryRenewal> = {}): DirectoryRenewal => ({
  ...renewalRow({ plan_name: 'Directory Plus', customer_email: 'it@acme.example' }),
  id: 4,
  customer_name: 'Acme Textiles',
  customer_status: 'ACTIVE',
  no_of_lic: 25,
  contract_licences: 25,
  currency: 'INR',
  end_date: '2026-11-23',
  ...change,
});

export const organization = (change: Partial<Organization> = {}): Organization => ({
  id: 4,
  organization_id: '624d1f',
  customer_name: 'Acme Textiles',
  customer_email: 'it@acme.example',
  plan_name: 'Directory Plus',
  no_of_lic: 25,
  gone: false,
  domain_name: 'acme.example',
  suggested_domain: null,
  end_date: '2026-11-23',
  contract_licences: 25,
  price: '150000',
  currency: 'INR',
  customer_status: 'ACTIVE',
  version: 3,
  ...change,
});

export type Answers = Parameters<typeof showAt>[2][];
let people = 0;

/** The screen for somebody new, with what the pretend server was asked. */
export function openDirectory(search: string, ...answers: Answers) {
  preferencesOf(`reader ${String((people += 1))}`);
  const members = answering(renewals.members, { members: [], former: [] });
  const shown = showAt(`/home?month=${MONTH}&${search}`, <DirectoryRenewalsScreen />, ...answers, brand, members);
  return { ...shown, bodies: (call: { path: string }) => shown.bodies({ path: pathOf(call as never) }) };
}

export const listing = (...rows: Organization[]) =>
  answeringBranded(directoryProduct.organizations, { organizations: rows, total: rows.length });
export const unlinked = organization({
  domain_name: null,
  suggested_domain: 'acme.example',
  end_date: null,
  contract_licences: null,
  price: null,
  currency: null,
  customer_status: null,
});
export const openList = (search: string, ...answers: Answers) =>
  openDirectory(`tab=organizations&${search}`, ...answers);

/** The dialog of an organisation. */
export async function edit(row: Organization, ...answers: Answers) {
  const shown = openList('', ...answers, listing(row));
  await shown.user.click(await shown.screen.findByLabelText(`Edit Contract: ${row.customer_name}`));
  const dialog = within(await shown.screen.findByRole('dialog', { name: `Edit Contract: ${row.customer_name}` }));
  const field = (label: RegExp) => dialog.getByLabelText<HTMLInputElement>(label);
  const save = () => shown.user.click(dialog.getByRole('button', { name: 'Save' }));
  return { ...shown, dialog, field, save };
}
