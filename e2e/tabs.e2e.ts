import type { Page, Request } from 'playwright-core';
import { expect, test } from 'vitest';
import { settled } from './sign-in.ts';
import { suiteOf } from './suite.ts';

const suite = suiteOf('ananya@desk.example');
/** Browsers open six connections to a server. */
const TABS = 10;

async function openTab(): Promise<Page> {
  const tab = await suite.page.context().newPage();
  await tab.goto(`${suite.product.address}/home/get_monthly_renewal?cols=All+columns`);
  await settled(tab, 'Monthly Renewal Data');
  await tab.locator('tbody tr[data-index]').first().waitFor();
  return tab;
}

const zoneOf = (tab: Page, domain: string) => tab.getByLabel(`Zone of ${domain}`, { exact: true }).first();

/** Chooses another zone for a domain in one tab; answers it. */
async function changeZone(tab: Page, domain: string): Promise<string> {
  const select = zoneOf(tab, domain);
  const wanted = (await select.inputValue()) === 'West' ? 'North' : 'West';
  await select.selectOption(wanted);
  await tab
    .getByRole('button', { name: `Update Zone of ${domain}`, exact: true })
    .first()
    .click();
  await tab.getByText('Zone Updated Successfully').first().waitFor();
  return wanted;
}

const allShow = async (tabs: readonly Page[], domain: string, zone: string) => {
  for (const tab of tabs) await expect.poll(() => zoneOf(tab, domain).inputValue(), { timeout: 30_000 }).toBe(zone);
};

test('ten tabs show their rows, hear of a change made in one, and still do when the first ones are closed', async () => {
  const streams = new Set<Request>();
  const standing = () => [...streams].filter((stream) => !stream.frame().page().isClosed()).length;
  const context = suite.page.context();
  context.on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.add(request);
  });
  context.on('requestfinished', (request) => streams.delete(request));
  context.on('requestfailed', (request) => streams.delete(request));
  const tabs: Page[] = [];
  for (let nth = 0; nth < TABS; nth += 1) tabs.push(await openTab());
  const [first, second, ...others] = tabs as [Page, Page, ...Page[]];
  const domain = await first.getByRole('grid').getByRole('rowheader').first().getByRole('link').innerText();

  await allShow(tabs, domain, await changeZone(second, domain));
  expect(standing()).toBe(1);

  await first.close();
  await second.close();
  await expect.poll(standing).toBe(1);
  await allShow(others, domain, await changeZone(others[0] as Page, domain));
});
