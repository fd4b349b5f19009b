import type { ImportedRow, ImportKind } from '@desk/contract/imports';
import { dayMonthYear } from '../../platform/time/days.ts';

/** All that a file names and that may be known. */
export interface Named {
  externalIds: string[];
  domains: string[];
  resellerEmails: string[];
}

interface Naming {
  values: { subscriptionId: string | null; domain: string | null; resellerEmail?: string | null } | null;
}

const distinct = (texts: (string | null | undefined)[]) => [
  ...new Set(texts.filter((text) => typeof text === 'string')),
];

export function namedBy(rows: readonly Naming[]): Named {
  const values = rows.flatMap((row) => row.values ?? []);
  return {
    externalIds: distinct(values.map((one) => one.subscriptionId)),
    domains: distinct(values.map((one) => one.domain)),
    resellerEmails: distinct(values.map((one) => one.resellerEmail)),
  };
}

/** The SKUs that a price list names. */
export interface NamedSkus {
  ids: string[];
  names: string[];
}

export function skusNamedBy(
  rows: readonly { values: { skuId: string | null; skuName: string | null } | null }[],
): NamedSkus {
  const values = rows.flatMap((row) => row.values ?? []);
  return { ids: distinct(values.map((one) => one.skuId)), names: distinct(values.map((one) => one.skuName)) };
}

/** The domains and organisations that a file of contracts names. */
export interface NamedContracts {
  domains: string[];
  organizations: string[];
}

export function contractsNamedBy(
  rows: readonly { values: { domain: string; organization: string | null } | null }[],
): NamedContracts {
  const values = rows.flatMap((row) => row.values ?? []);
  return {
    domains: distinct(values.map((one) => one.domain)),
    organizations: distinct(values.map((one) => one.organization)),
  };
}

export type Tally = Record<ImportedRow['verdict'], number>;

export function tallyOf(rows: readonly ImportedRow[]): Tally {
  const tally: Tally = { new: 0, changed: 0, unchanged: 0, wrong: 0 };
  for (const { verdict } of rows) tally[verdict] += 1;
  return tally;
}

const SHOWN_ROWS = 200;
const ORDER: readonly ImportedRow['verdict'][] = ['wrong', 'new', 'changed', 'unchanged'];

/** The rows to look at before confirming: wrong ones first; unchanged ones only where there is something to say. */
export function whatMatters(all: readonly ImportedRow[]): { rows: ImportedRow[]; more: number } {
  const rows = ORDER.flatMap((result) => all.filter((row) => row.verdict === result)).filter(
    (row) => row.verdict !== 'unchanged' || row.reason !== null,
  );
  return { rows: rows.slice(0, SHOWN_ROWS), more: Math.max(0, rows.length - SHOWN_ROWS) };
}

/** Header and cells of the wrong rows, for mending the file. */
export const ERROR_HEADER = ['Line', 'Domain, Subscription Id or SKU', 'Column', 'Reason'];
export const errorCells = ({ line, subject, column, reason }: ImportedRow) => [line, subject, column, reason];

interface SampleFacts {
  /** A term around today. */
  start: string;
  end: string;
  currency: string;
}

/** Two sample rows by the keys of the columns. */
export function sampleRows(kind: ImportKind, { start, end, currency }: SampleFacts): Record<string, string>[] {
  const [termStart, ownRenewalDate] = [dayMonthYear(start), dayMonthYear(end)];
  if (kind === 'prices') {
    return [
      {
        skuId: '1010020028',
        skuName: 'Google Workspace Business Standard',
        planName: 'ANNUAL',
        currency,
        yearly: '11,040',
      },
      { skuId: '1010020027', planName: 'FLEXIBLE', currency: 'USD', yearly: '100.80' },
    ];
  }
  if (kind === 'directory_contracts') {
    return [
      {
        ...{ domain: 'vasutara.example', organization: 'Vasutara Textiles Pvt Ltd', plan: 'Platform' },
        ...{ endsOn: ownRenewalDate, licences: '120', price: '1,50,000', currency, status: 'ACTIVE' },
      },
      { domain: 'chandranetra.example', endsOn: ownRenewalDate },
    ];
  }
  const own = { ownRenewalDate, price: '1,50,000', currency, margin: '12.5' };
  if (kind === 'renewal_dates') {
    return [
      { subscriptionId: 'SAMPLE-1', ...own },
      { domain: 'vasutara.example', ownRenewalDate },
    ];
  }
  const terms = { status: 'ACTIVE', termStart };
  return [
    {
      ...{ domain: 'vasutara.example', companyName: 'Vasutara Textiles Pvt Ltd', subscriptionId: 'SAMPLE-1' },
      ...{ skuName: 'Google Workspace Business Standard', planName: 'ANNUAL', ...terms, ...own },
      ...{ numberOfSeats: '120', maximumSeats: '120', licensedSeats: '115' },
      ...{ contactName: 'Anjali Rao', contactEmail: 'anjali@vasutara.example', contactPhone: '+91 98765 43210' },
    },
    {
      ...{ domain: 'chandranetra.example', companyName: 'Chandranetra Foods LLP', subscriptionId: 'SAMPLE-2' },
      ...{ skuName: 'Google Workspace Business Starter', planName: 'FLEXIBLE', ...terms },
      ...{ maximumSeats: '50', licensedSeats: '18' },
    },
  ];
}
