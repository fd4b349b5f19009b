import { createHash } from 'node:crypto';
import type { AtProvider, Wish } from '../oracle/seen.ts';
import type { Running } from '../watch/provider.ts';
import { untilNotBusy } from './busy.ts';

/** What came of a decision by a link: it was taken, they asked to be called instead, or the page takes nothing of the kind. */
export type ByLink = 'decided' | 'talks' | 'refused';

const TAKEN = 303;
/** The page comes again, with the sum of what was chosen. */
const TO_CONFIRM = 200;

type Fields = Readonly<Record<string, string>>;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };
const plain = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');
const attribute = (tag: string, name: string): string => plain(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '');

/** The part of a page that is about one subscription, which the page may still call by an earlier name of its domain. */
function sectionOf(page: string, { domain, sku }: Running): string | undefined {
  const names = [domain, domain.replace(/^new-/, '')].map((name) => `${sku} of ${name}`);
  return page.split('<section').find((part) => names.includes(attribute(part, 'aria-label')));
}

/** The fields of the first form, as a browser sends them that nobody has touched; undefined: there is none. */
function fieldsOf(section: string): Fields | undefined {
  const [, form] = /<form method="post">([\s\S]*?)<\/form>/.exec(section) ?? [];
  if (form === undefined) return undefined;
  const inputs = [...form.matchAll(/<input\b[^>]*>/g)].map(([tag]) => tag);
  const typed = inputs.filter((tag) => attribute(tag, 'type') !== 'radio');
  const selects = [...form.matchAll(/<select\b[^>]*name="([^"]+)"[^>]*>([\s\S]*?)<\/select>/g)].map(
    ([, name = '', options = '']) => [name, attribute(/<option[^>]* selected[^>]*>|<option[^>]*>/.exec(options)?.[0] ?? '', 'value')], // prettier-ignore
  );
  return Object.fromEntries([
    ...typed.map((tag) => [attribute(tag, 'name'), attribute(tag, 'value')]),
    ...selects,
    ['comment', ''],
  ]) as Fields;
}

/** What is chosen and typed for a wish. A flexible plan is no choice of the page: it is talked about. */
function choiceOf(wish: Wish, now: AtProvider): Fields {
  switch (wish.outcome) {
    case 'renew':
      return wish.seats === now.seats ? { choice: 'renew' } : { choice: 'change', seats: String(wish.seats) };
    case 'flexible':
      return { choice: 'talk', comment: 'We want to pay by the month, without a commitment.' };
    case 'end':
      return { choice: 'do_not_renew', reason: 'Price Issue' };
  }
}

/** Each customer sits behind an address of their own, of a network for tests (RFC 2544). */
function clientOf(domain: string): string {
  const [one = 0, other = 0] = createHash('sha256').update(domain).digest();
  return `198.18.${one}.${other}`;
}

/** Somebody with a link of a reminder and a browser without scripts. @param address of the product */
export function linkReader(address: () => string) {
  async function load(path: string, headers: Fields): Promise<string> {
    const response = await untilNotBusy(() => fetch(address() + path, { headers }));
    const page = await response.text();
    if (response.status >= 500) throw new Error(`GET /d/… answered ${response.status}.`);
    return page;
  }

  async function post(path: string, headers: Fields, fields: Fields): Promise<{ status: number; page: string }> {
    const request = { method: 'POST', headers, body: new URLSearchParams(fields), redirect: 'manual' as const };
    const response = await untilNotBusy(() => fetch(address() + path, request));
    if (response.status >= 500) throw new Error(`POST /d/… answered ${response.status}.`);
    return { status: response.status, page: await response.text() };
  }

  /** The form of a subscription; of one that is decided that by which it is changed. */
  async function formOf(link: string, one: Running, headers: Fields): Promise<Fields | undefined> {
    const section = sectionOf(await load(link, headers), one);
    const change = attribute(/<a\b[^>]*href="\?change=\d+"[^>]*>/.exec(section ?? '')?.[0] ?? '', 'href');
    const shown = change === '' ? section : sectionOf(await load(link + change, headers), one);
    return shown === undefined ? undefined : fieldsOf(shown);
  }

  /** What a form asks to be confirmed is confirmed as it is. */
  async function send(link: string, one: Running, headers: Fields, filled: Fields): Promise<Fields | number> {
    const { status, page } = await post(link, headers, filled);
    const again = status === TO_CONFIRM ? fieldsOf(sectionOf(page, one) ?? '') : undefined;
    return again ? { ...filled, ...again } : status;
  }

  return async (link: string, one: Running, wish: Wish, now: AtProvider): Promise<ByLink> => {
    const headers = { 'x-forwarded-for': clientOf(one.domain) };
    const form = await formOf(link, one, headers);
    if (form === undefined) return 'refused';
    const filled = { ...form, ...choiceOf(wish, now) };
    const sent = await send(link, one, headers, filled);
    const confirmed = typeof sent === 'number' ? filled : sent;
    const status = typeof sent === 'number' ? sent : await send(link, one, headers, confirmed);
    if (one.intention.isDoubled) await post(link, headers, confirmed);
    if (status !== TAKEN) return 'refused';
    return wish.outcome === 'flexible' ? 'talks' : 'decided';
  };
}
