import type { RenewalRow } from '@desk/contract/renewals';
import type { DomainRenewal, DomainSummary } from '@desk/contract/timeline';
import { totalValue } from '@desk/contract/rules/annual-value';
import { number, sums } from '../../kit/text/format.ts';

/** What the open terms are worth in a year, each currency apart; null: no price is known. */
export function yearlyValue(renewals: readonly RenewalRow[]): string | null {
  const amounts = [...totalValue(renewals).sums].map(([currency, amount]) => ({ amount, currency }));
  return amounts.length === 0 ? null : sums(amounts);
}

/** The renewal that is worked on: the one that was asked for, else the first that is not over. */
export const workedOn = (renewals: readonly DomainRenewal[], id: number | undefined): DomainRenewal | undefined =>
  renewals.find(({ renewal_id }) => renewal_id === id) ??
  renewals.find(({ closed_because }) => (closed_because ?? null) === null) ??
  renewals[0];

/** The sections of the page in the order of their tabs, with their names and how much there is in each. */
export const SECTION_TABS = {
  plans: 'Active Plan Details',
  invoices: 'Domain Invoice History',
  outstanding: 'Domain Account Outstanding',
  contacts: 'Domain Contacts',
  renewals: 'Domain Renewal Data',
  deployment_tickets: 'Deployment Tickets',
  support_tickets: 'Support Tickets',
} as const satisfies Record<keyof DomainSummary['counts'], string>;
export type SectionTab = keyof typeof SECTION_TABS;
export type PageTab = 'timeline' | SectionTab;

/** Tabs with their counts; without them until they are known. */
export const tabsOf = (counts: DomainSummary['counts'] | undefined): Readonly<Record<PageTab, string>> => ({
  timeline: 'Timeline',
  ...(Object.fromEntries(
    Object.entries(SECTION_TABS).map(([tab, words]) => [
      tab,
      counts ? `${words} ${number(counts[tab as SectionTab])}` : words,
    ]),
  ) as Record<SectionTab, string>),
});
