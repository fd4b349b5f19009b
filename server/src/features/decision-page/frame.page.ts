import { createHash } from 'node:crypto';
import { accentStyles } from '@desk/contract/rules/accent';
import { telephoneUrl } from '@desk/contract/rules/business';
import { LOGO_PATH } from '@desk/contract/rules/logo';
import { businessOf, type Config } from '../../config.ts';
import { html, Markup, NOTHING } from '../../platform/html/markup.ts';

/** The colours and measures of the screens. What a choice asks for is shown once it is chosen, where the browser can tell. */
const STYLE = `
:root { color-scheme: light dark; --bg: light-dark(#fff, #14171c); --page: light-dark(#f6f7f9, #0f1216); --soft: light-dark(#f4f5fe, #1d2136);
  --text: light-dark(#1a1e24, #e7eaef); --muted: light-dark(#545d69, #a3adba); --line: light-dark(#e3e6eb, #2b323c); --control: light-dark(#7a828e, #7f8997);
  --sunken: light-dark(#eef0f4, #242a33); --good: light-dark(#0b5a33, #8be0b1); --bad: light-dark(#96151d, #ffb0b3); --bad-bg: light-dark(#ffe1e1, #4a1a1e);
  --good-bg: light-dark(#d7f3e1, #123a27); --note: light-dark(#5b3200, #ffdfae); --note-bg: light-dark(#fff6e8, #3a3010); }
* { box-sizing: border-box; } html { scroll-padding-bottom: 140px; }
body { overflow-wrap: anywhere; margin: 0; background: var(--page); color: var(--text); font: 15px/20px system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.top { display: flex; align-items: center; gap: 10px; min-height: 48px; padding: 0 16px; border-bottom: 1px solid var(--line); background: var(--bg); font-weight: 600; }
.top i, .top img { width: 24px; height: 24px; flex: none; border-radius: 7px; } .top i { display: grid; place-items: center; background: var(--desk-accent); color: var(--desk-on-accent); font: 700 13px/1 system-ui; }
.top small { margin-inline-start: auto; font-weight: 400; font-size: 13px; color: var(--muted); }
a, summary { color: var(--desk-link); font-weight: 500; } a:focus-visible, summary:focus-visible, :focus-visible { outline: 2px solid var(--desk-accent); outline-offset: 2px; }
main { display: grid; gap: 8px; max-width: 560px; margin: 0 auto; padding: 12px 12px 24px; } h1, h2, p, dl, dd, fieldset { margin: 0; }
h1 { font-size: 21px; line-height: 28px; font-weight: 600; text-wrap: balance; } h2 { font-size: 17px; line-height: 24px; font-weight: 600; }
.card { padding: 12px 14px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--bg); } .card > * + * { margin-top: 8px; }
.quiet, small { color: var(--muted); font-size: 13px; line-height: 18px; } .good { color: var(--good); font-weight: 600; }
.note, .done, .wrong { padding: 9px 12px; border-radius: 8px; font-size: 14px; } .note { background: var(--note-bg); color: var(--note); } .done { background: var(--good-bg); color: var(--good); } .wrong { background: var(--bad-bg); color: var(--bad); } .note a, .done a, .wrong a { color: inherit; text-decoration: underline; }
progress { appearance: none; display: block; width: 100%; height: 6px; border: 0; border-radius: 3px; overflow: hidden; background: var(--sunken); }
progress::-webkit-progress-bar { background: var(--sunken); } progress::-webkit-progress-value { background: var(--desk-accent); border-radius: 3px; } progress::-moz-progress-bar { background: var(--desk-accent); }
.ends { display: flex; justify-content: space-between; margin-top: 4px; }
form, fieldset { display: grid; gap: 8px; min-width: 0; padding: 0; border: 0; } section { display: grid; gap: 8px; min-width: 0; } .unseen { position: absolute; width: 1px; height: 1px; padding: 0; overflow: hidden; clip-path: inset(50%); }
.opt { display: grid; grid-template-columns: 20px minmax(0, 1fr); gap: 0 12px; padding: 12px 14px; border: 1px solid var(--control); border-radius: 12px; background: var(--bg); }
.opt > input { width: 20px; height: 20px; margin: 0; accent-color: var(--desk-accent); } .opt > label { display: block; cursor: pointer; } .opt b { display: block; font-weight: 600; } .opt small { display: block; }
.opt .more { grid-column: 2; display: grid; gap: 8px; margin-top: 8px; } .opt:has(> input:checked) { border-color: var(--desk-accent); box-shadow: inset 0 0 0 1px var(--desk-accent); background: var(--soft); }
@supports selector(:has(*)) { .opt:not(:has(> input:checked)) .more { display: none; } }
.field { display: grid; gap: 4px; font-size: 13px; color: var(--muted); } .field input, .field select, .field textarea { width: 100%; min-height: 44px; padding: 8px 12px; border: 1px solid var(--control); border-radius: 8px; background: var(--bg); color: var(--text); font: inherit; font-size: 16px; }
.field input[inputmode=numeric] { max-width: 176px; font-size: 18px; font-weight: 600; text-align: center; } [aria-invalid=true] { border-color: var(--bad) !important; }
.send { display: grid; gap: 8px; padding: 10px 0 0; } .alone .send { position: sticky; bottom: 0; margin: 0 -12px; padding: 10px 16px 14px; border-top: 1px solid var(--line); background: var(--bg); }
.sum { display: flex; justify-content: space-between; gap: 12px; font-size: 13px; } button { min-height: 48px; padding: 0 16px; border: 0; border-radius: 12px; background: var(--desk-accent); color: var(--desk-on-accent); font: inherit; font-size: 16px; font-weight: 600; cursor: pointer; } button:hover { background: var(--desk-accent-hover); }
.count { display: flex; gap: 8px; } .count button { flex: none; width: 44px; min-height: 44px; padding: 0; border: 1px solid var(--control); border-radius: 8px; background: var(--bg); color: var(--text); font-size: 20px; } .count button:hover { background: var(--sunken); } .count button:disabled { opacity: .5; cursor: default; }
.say { display: none; } form:has([value=offered]:checked) .say-offered, form:has([value=renew]:checked) .say-renew, form:has([value=change]:checked) .say-change, form:has([value=payment]:checked) .say-payment, form:has([value=talk]:checked) .say-talk, form:has([value=do_not_renew]:checked) .say-do_not_renew { display: inline; }
details > summary { min-height: 44px; padding: 12px 4px; cursor: pointer; } details[open] > summary { margin-bottom: 4px; } .links { display: flex; justify-content: space-between; flex-wrap: wrap; gap: 0 16px; padding: 0 4px; font-size: 14px; align-items: start; } .links > .quote { min-height: 44px; padding-top: 12px; font-size: 14px; font-weight: 400; } .links > details[open] { flex-basis: 100%; }
.plain { max-width: 440px; margin-top: 10vh; }
@media (min-width: 700px) { main { padding-top: 28px; gap: 12px; } .alone .send { margin: 0; border: 1px solid var(--line); border-radius: 12px; bottom: 12px; } }
form:has([value=do_not_renew]:checked) .send, form:has([value=payment]:checked) .send { position: static; }
`;

/** A page as it is sent: its HTML, and the policy under which a browser shows it. */
export interface Page {
  readonly source: string;
  readonly policy: string;
}

/** Nothing comes from elsewhere, nothing runs, and forms are sent to nobody else. */
const policyOf = (style: string): string =>
  [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** "call us", a link to the telephone where it is known. */
export const callUs = ({ BUSINESS_PHONE: phone }: Config, words = 'call us'): Markup =>
  phone === undefined ? html`${words}` : html`<a href="${telephoneUrl(phone)}">${words} on ${phone}</a>`;

/** The page around its content. */
export function pageOf(config: Config, title: string, content: Markup): Page {
  const { brand, accent, hasLogo } = businessOf(config);
  const style = `${accentStyles(accent)}${STYLE}`;
  const logo = hasLogo ? html`<img src="${LOGO_PATH}" alt="" />` : html`<i aria-hidden="true">${brand.charAt(0)}</i>`;
  const { BUSINESS_PHONE: phone } = config;
  const help =
    phone === undefined ? NOTHING : html`<small>Need help? <a href="${telephoneUrl(phone)}">Call us</a></small>`;
  // As it is hashed: not a space more.
  const sheet = new Markup(`<style>${style}</style>`);
  const { source } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <meta name="color-scheme" content="light dark" />
        <link rel="icon" href="${LOGO_PATH}" />
        <title>${title} · ${brand}</title>
        ${sheet}
      </head>
      <body>
        <header class="top">${logo}<span>${brand}</span>${help}</header>
        <main>${content}</main>
      </body>
    </html> `;
  return { source, policy: policyOf(style) };
}
