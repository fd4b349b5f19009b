import { html, Markup } from '../html/markup.ts';
import type { Block, MailContent } from './content.ts';

// The colours of the screens. Mail programs without style sheets have the light ones, which stand at each element.
const STYLE = new Markup(`
:root { color-scheme: light dark; supported-color-schemes: light dark; }
@media (prefers-color-scheme: dark) {
  .page { background: #14171c !important; }
  .card { background: #1a1e25 !important; border-color: #313842 !important; }
  .card, .card td, .card th, .card p { color: #e7eaef !important; }
  .card .quiet, .quiet { color: #a3adba !important; }
  .card .line { border-color: #313842 !important; }
  .card .code { background: #262c52 !important; color: #e7eaef !important; }
  .card .bar { background: #8f9bff !important; }
  .card .press { background: #8f9bff !important; }
  .card .press a { color: #12152e !important; }
  .card .way, .card .way a { color: #a5afff !important; }
}
@media (max-width: 480px) { .inside { padding: 20px 16px !important; } }`);

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const TEXT = `${FONT};font-size:16px;line-height:1.5;color:#1a1e24`;
const TABLE = new Markup('role="presentation" cellpadding="0" cellspacing="0" border="0"');

const lines = (text: string): Markup[] =>
  text.split(/\r?\n/).map((line, at) => (at === 0 ? html`${line}` : html`<br />${line}`));
const paragraph = (text: string) => html`<p style="margin:0 0 16px;${TEXT}">${lines(text)}</p>`;

function factsTable(facts: readonly (readonly [string, string])[]): Markup {
  const rows = facts.map(
    ([label, value]) =>
      html`<tr>
        <td class="quiet" style="padding:4px 16px 4px 0;vertical-align:baseline;${FONT};font-size:14px;color:#545d69">
          ${label}
        </td>
        <td style="padding:4px 0;vertical-align:baseline;${TEXT};font-weight:600;word-break:break-word">${value}</td>
      </tr>`,
  );
  return html`<table ${TABLE} style="margin:0 0 16px">
    ${rows}
  </table>`;
}

/** A day, a number, an amount: it is never broken. */
const FIGURE = /^(?:[A-Z]{3} )?[\d.,-]+$/;

function listTable(head: readonly string[], rows: readonly (readonly string[])[]): Markup {
  const cell = `padding:8px 12px 8px 0;text-align:left;vertical-align:top;border-bottom:1px solid #dce0e6;${FONT};font-size:14px`;
  const heads = head.map((name) => html`<th class="quiet line" scope="col" style="${cell};color:#545d69">${name}</th>`);
  const cellsOf = (row: readonly string[]) =>
    row.map((text) => {
      const breaks = FIGURE.test(text) ? 'white-space:nowrap' : 'word-break:break-word';
      return html`<td class="line" style="${cell};color:#1a1e24;${breaks}">${text}</td>`;
    });
  const body = rows.map(
    (row) =>
      html`<tr>
        ${cellsOf(row)}
      </tr>`,
  );
  return html`<table
    cellpadding="0"
    cellspacing="0"
    border="0"
    width="100%"
    style="margin:0 0 16px;border-collapse:collapse"
  >
    <thead>
      <tr>
        ${heads}
      </tr>
    </thead>
    <tbody>
      ${body}
    </tbody>
  </table>`;
}

/** Links lead to pages of the desk; what is no web address is no link. */
function buttonTo(words: string, href: string): Markup {
  if (!/^https?:\/\//.test(href)) throw new Error('A button of a mail leads to a web address.');
  const press = `display:inline-block;padding:12px 24px;${FONT};font-size:16px;font-weight:600;color:#ffffff;text-decoration:none`;
  return html`<table ${TABLE} style="margin:8px 0 8px">
      <tr>
        <td class="press" bgcolor="#3a48c4" style="border-radius:8px;background:#3a48c4">
          <a href="${href}" target="_blank" rel="noreferrer" style="${press}">${words}</a>
        </td>
      </tr>
    </table>
    <p class="way" style="margin:0 0 16px;${FONT};font-size:13px;line-height:1.5;color:#3340b0;word-break:break-all">
      <a href="${href}" target="_blank" rel="noreferrer" style="color:#3340b0">${href}</a>
    </p>`;
}

function asMarkup(block: Block): Markup {
  if (typeof block === 'string') return paragraph(block);
  if ('facts' in block) return factsTable(block.facts);
  if ('code' in block) {
    const look = `${FONT};font-size:28px;font-weight:700;letter-spacing:4px;color:#1a1e24;word-break:break-word`;
    return html`${paragraph(block.text)}
      <p
        class="code"
        style="margin:0 0 16px;padding:12px 16px;border-radius:8px;background:#e8ebff;text-align:center;${look}"
      >
        ${block.code}
      </p>`;
  }
  return 'lines' in block ? listTable(block.head, block.rows) : buttonTo(block.button, block.href);
}

/** The mail as HTML, in the colours of the screens, light or dark; without pictures, scripts or anything from elsewhere. */
export function htmlOf({ subject, brand }: { subject: string; brand: string }, letter: MailContent): string {
  const page = 'margin:0;padding:24px 12px;background:#f6f7f9';
  const card =
    'max-width:600px;margin:0 auto;background:#ffffff;border:1px solid #dce0e6;border-radius:12px;overflow:hidden';
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${subject}</title>
        <style>
          ${STYLE}
        </style>
      </head>
      <body class="page" style="${page}">
        <div class="card" style="${card}">
          <div class="bar" style="height:6px;background:#3a48c4"></div>
          <div class="inside" style="padding:28px 32px">
            <p style="margin:0 0 20px;${TEXT};font-size:18px;font-weight:700">${brand}</p>
            ${letter.map(asMarkup)}
          </div>
        </div>
      </body>
    </html> `.source;
}
