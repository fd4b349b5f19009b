import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newPage, openBrowser } from './browser.ts';
import { problemsOf } from './looking.ts';
import { openProduct, type Product } from './product.ts';
import { settled, signIn } from './sign-in.ts';

/** A name of the simulated zone for each way that mail is set up, and what the checker calls it. */
/** The lines of a checked file have more columns than a screen has room for. */
const WIDE = true;
const SAMPLES = {
  'google-new': 'Google Workspace',
  'google-old': 'Google Workspace, older servers',
  'google-older': 'Google Workspace, older servers',
  'google-and-old-host': 'Google Workspace beside other servers',
  microsoft: 'Microsoft 365',
  'microsoft-new': 'Microsoft 365',
  'zoho-india': 'Zoho Mail',
  zoho: 'Zoho Mail',
  'zoho-europe': 'Zoho Mail',
  proofpoint: 'Behind a mail filter',
  'mimecast-before-google': 'Behind a mail filter',
  cloudflare: 'Behind a mail filter',
  titan: 'Other mail servers',
  'own-server': 'Other mail servers',
  'null-mx': 'Takes no mail',
  'no-mx': 'No MX records',
  'no-such-name': 'No such domain',
  servfail: 'No answer',
  refused: 'No answer',
  silence: 'No answer',
} as const;
const ODD = ['127.0.0.1', 'localhost', `${'a'.repeat(64)}.example`, 'two words.example'];
const lines = [
  ...Object.keys(SAMPLES).map((name) => `${name}.dns.example`),
  ...ODD,
  'https://Google-New.dns.example/mail',
  'postmaster@zoho.dns.example',
];
const DUPLICATES = 2;

let product: Product;
let browser: Browser;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  product = await openProduct();
  browser = await openBrowser();
  ({ page, complaints } = await newPage(browser));
  page.setDefaultTimeout(30_000);
  await signIn(page, product, 'ananya@desk.example');
});
afterAll(async () => {
  await browser.close();
  await product.stop();
});

const goTo = async (route: string, heading: string) => {
  await page.goto(`${product.address}/home/${route}`);
  await settled(page, heading);
};
const choose = (name: string, text: string) =>
  page.getByLabel('File of domains').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
const check = () => page.getByRole('button', { name: 'Check Domain' }).click();
const counted = async (): Promise<Map<string, number>> => {
  const buttons = await page
    .getByRole('toolbar', { name: 'Lines by status' })
    .getByRole('button')
    .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? '').slice(1));
  return new Map(
    buttons.map((name) => {
      const at = name.lastIndexOf(', ');
      return [name.slice(0, at), Number(name.slice(at + 2).replaceAll(',', ''))];
    }),
  );
};

test('a typed domain is answered at once; nothing typed is asked for in the words of the specification', async () => {
  await goTo('mx_records', 'Record Checker');
  await check();
  await page.getByText('Enter upload a file').first().waitFor();
  await page.getByLabel('Domain', { exact: true }).fill('google-and-old-host.dns.example');
  await check();
  await page.getByText('Servers of Google and of others: mail may be lost.').waitFor();
  expect(await problemsOf(page, 'record-checker-typed', WIDE)).toEqual([]);
});

test('a file with every class and fault: each line is counted once, and the numbers add up to the file', async () => {
  await goTo('mx_records', 'Record Checker');
  await choose('every-class.csv', `Domain Name\n${lines.join('\n')}\n`);
  await check();
  await expect
    .poll(async () => [...(await counted()).values()].reduce((sum, one) => sum + one, 0), { timeout: 30_000 })
    .toBe(lines.length);
  await page.getByText(/^Finished on /).waitFor();

  const expected = new Map<string, number>();
  for (const words of Object.values(SAMPLES)) expected.set(words, (expected.get(words) ?? 0) + 1);
  expected.set('Not a domain', ODD.length);
  expected.set('Named in an earlier line', DUPLICATES);
  expect(Object.fromEntries(await counted())).toEqual(Object.fromEntries(expected));
  expect(await problemsOf(page, 'record-checker-run', WIDE)).toEqual([]);

  await page.getByRole('button', { name: /^No answer, / }).click();
  await page.getByText('The name servers did not answer in time (ETIMEOUT)').waitFor();
  await page.getByText('The name servers have a fault (ESERVFAIL)').waitFor();

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: `Export all (${String(lines.length)})`, exact: true }).click();
  const file = await download;
  expect(file.suggestedFilename()).toBe('export_data.csv');
  expect(
    readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\n'),
  ).toHaveLength(lines.length + 1);
});

test('a long check is left, come back to, and cancelled; what was checked stays', async () => {
  const many = Array.from({ length: 5_000 }, (_, at) => `host-${String(at)}.example`);
  await goTo('mx_records', 'Record Checker');
  product.dns.faults.next({ kind: 'slow', times: 100_000 });
  await choose('many.csv', ['Domain Name', ...many].join('\n'));
  await check();
  await page.getByRole('progressbar', { name: 'Check of many.csv' }).waitFor();
  await goTo('get_renewal_data', 'Renewal Data');
  await goTo('mx_records', 'Record Checker');
  await page.getByRole('button', { name: /many\.csv/ }).click();
  await page.getByRole('progressbar', { name: 'Check of many.csv' }).waitFor();
  await expect.poll(async () => (await checkedOf('many.csv')).checked, { timeout: 30_000 }).toBeGreaterThan(0);
  expect(await problemsOf(page, 'record-checker-running', WIDE)).toEqual([]);
  await page.getByRole('button', { name: 'Cancel check' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel check' }).click();
  await page.getByText('cancelled').first().waitFor();
  product.dns.faults.clear();
  const { state, checked, lines: all } = await checkedOf('many.csv');
  expect(state).toBe('cancelled');
  expect(checked).toBeGreaterThan(0);
  expect(checked).toBeLessThan(all);
});

const checkedOf = async (file: string) => {
  const [run] = await product.read<{ state: string; checked: number; lines: number }>(
    `select state, checked, lines from check_runs where file_name = '${file}' order by id desc limit 1`,
  );
  return run ?? { state: 'none', checked: 0, lines: 0 };
};

test('files that cannot be read are refused with the reason, and the next one goes through', async () => {
  await goTo('domain_checker', 'Domain Checker');
  await check();
  await page.getByText('Enter a domain or upload a file').first().waitFor();
  for (const [name, text] of [
    ['empty.csv', ''],
    ['binary.csv', 'MZ\0\0\u0001\u0002'],
    ['long.csv', Array.from({ length: 100_000 }, (_, at) => `d${String(at)}.example`).join('\n')],
  ] as const) {
    await choose(name, text);
    await check();
    await page.getByText('There is an issue with the file. Please try again...!').first().waitFor();
  }
  expect(await problemsOf(page, 'domain-checker-refused')).toEqual([]);
});

test('the domain checker tells whose a domain is, whether Google has it, and where its mail goes', async () => {
  const [ours] = await product.read<{ name: string }>(
    `select lower(d.name::text) as name from domains d join subscriptions s on s.domain_id = d.id
     where s.source = 'google' and s.ended_at is null and d.status = 'ACTIVE' order by d.id limit 1`,
  );
  await goTo('domain_checker', 'Domain Checker');
  await page.getByLabel('Domain', { exact: true }).fill(ours?.name ?? '');
  await check();
  await page.getByText('Managed by us').waitFor();
  await page
    .getByText(/^(●|○|◐|▲|■)?\s*(Our customer|A reseller's customer)/)
    .first()
    .waitFor();
  expect(await problemsOf(page, 'domain-checker-typed', WIDE)).toEqual([]);

  await choose('two.csv', `Domain Name\n${ours?.name ?? ''}\nnobody-has-this.example\n`);
  await check();
  await page.getByText('Not at Google').waitFor();
  await page.getByText('Managed by us').waitFor();
  expect(await problemsOf(page, 'domain-checker-run', WIDE)).toEqual([]);
  expect(complaints).toEqual([]);
});
