import type { CaughtText } from '../messaging/caught-texts.ts';
import { unsubscribeOf, type AnswerKind } from './answers.ts';
import type { CaughtMail } from './caught-mails.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

/** Every value that is put in is escaped; `Markup` alone is taken as it is. */
class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}

const asSource = (value: string | Markup | Markup[]): string => {
  if (Array.isArray(value)) return value.map(({ source }) => source).join('');
  return value instanceof Markup ? value.source : escaped(value);
};

const html = (strings: TemplateStringsArray, ...values: (string | Markup | Markup[])[]): Markup =>
  new Markup(strings.reduce((page, part, at) => page + asSource(values[at - 1] ?? '') + part));

const readableTime = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const time = (iso: string) => html`<time datetime="${iso}">${readableTime.format(new Date(iso))}</time>`;

const TABS = [
  { path: '/', name: 'Mails' },
  { path: '/texts', name: 'SMS and WhatsApp' },
] as const;
type TabPath = (typeof TABS)[number]['path'];

function layout(title: string, tab: TabPath, main: Markup, script = html``): string {
  const tabs = TABS.map(({ path, name }) =>
    path === tab
      ? html`<li><a href="${path}" aria-current="page">${name}</a></li>`
      : html`<li><a href="${path}">${name}</a></li>`,
  );
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · Mailbox</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="/style.css" />
        ${script}
      </head>
      <body>
        <header>
          <h1>${title}</h1>
          <p class="quiet">Nothing here was delivered: the demo catches every mail, SMS and WhatsApp message.</p>
          <nav aria-label="Kinds of messages">
            <ul>
              ${tabs}
            </ul>
          </nav>
        </header>
        <main>${main}</main>
      </body>
    </html>`.source;
}

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

function list(path: TabPath, to: string, count: string, table: Markup): Markup {
  return html` <form action="${path}" role="search">
      <label>Recipient <input name="to" value="${to}" autocomplete="off" /></label>
      <button>Filter</button>
    </form>
    <p id="count" class="quiet" role="status">${count}</p>
    <div id="list" class="card" role="region" aria-label="Messages" tabindex="0">${table}</div>`;
}

const refreshing = html`<script src="/refresh.js" type="module"></script>`;

function tableOf(heads: readonly string[], rows: Markup[]): Markup {
  if (rows.length === 0) return html`<p class="empty">Nothing yet. The list refreshes itself.</p>`;
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th scope="col">${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`;
}

const attachedNote = ({ attachments }: CaughtMail): Markup =>
  attachments.length === 0 ? html`` : html` <span class="quiet">(${counted(attachments.length, 'attachment')})</span>`;

/** The mails, newest first; `to` is what the filter was set to. */
export function mailsPage(mails: readonly CaughtMail[], to: string): string {
  const rows = mails.map(
    (mail) =>
      html`<tr>
        <td><a href="/mails/${mail.id}">${mail.subject || '(no subject)'}</a>${attachedNote(mail)}</td>
        <td>${mail.to.join(', ')}</td>
        <td>${mail.from}</td>
        <td>${time(mail.receivedAt)}</td>
      </tr>`,
  );
  const table = tableOf(['Subject', 'To', 'From', 'Time'], rows);
  return layout('Caught mails', '/', list('/', to, counted(mails.length, 'mail'), table), refreshing);
}

export function textsPage(texts: readonly CaughtText[], to: string): string {
  const rows = texts.map(
    ({ channel, to: number, text, receivedAt }) =>
      html`<tr>
        <td>${channel === 'sms' ? 'SMS' : 'WhatsApp'}</td>
        <td>${number}</td>
        <td>${text}</td>
        <td>${time(receivedAt)}</td>
      </tr>`,
  );
  const table = tableOf(['Channel', 'To', 'Text', 'Time'], rows);
  const main = list('/texts', to, counted(texts.length, 'message'), table);
  return layout('Caught SMS and WhatsApp messages', '/texts', main, refreshing);
}

/** Text with its web addresses as links. */
function withLinks(text: string): Markup[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .map((part, at) =>
      at % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noreferrer">${part}</a>` : html`${part}`,
    );
}

const SENT: Readonly<Record<AnswerKind, string>> = {
  reply: 'The reply was sent.',
  'automatic-reply': 'An automatic reply was sent.',
  bounce: 'The mail was sent back.',
  unsubscribe: 'The mail that unsubscribes was sent.',
};

/** What its recipient, or their mail server, can send back. */
function answering(mail: CaughtMail, sent: AnswerKind | undefined): Markup {
  const button = (kind: AnswerKind, words: string) =>
    html`<form method="post" action="/mails/${mail.id}/${kind}"><button>${words}</button></form>`;
  return html`<section>
    <h2>Send something back</h2>
    ${sent === undefined ? html`` : html`<p role="status">${SENT[sent]}</p>`}
    <p class="quiet">It comes from ${mail.to.join(', ')}, and reaches the desk within a minute.</p>
    <form method="post" action="/mails/${mail.id}/reply">
      <label>Your reply <textarea name="text" rows="3" required></textarea></label>
      <button>Reply</button>
    </form>
    <div class="buttons">
      ${button('automatic-reply', 'Send an automatic reply')} ${button('bounce', 'Bounce it')}
      ${unsubscribeOf(mail) ? button('unsubscribe', 'Unsubscribe') : html``}
    </div>
  </section>`;
}

/** @param sent what was sent back of it a moment ago */
export function mailPage(mail: CaughtMail, sent: AnswerKind | undefined): string {
  const written = html`<section>
    <h2>HTML</h2>
    <div class="card">
      <iframe
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        title="HTML version of the mail"
        src="/mails/${mail.id}/html"
      ></iframe>
    </div>
  </section>`;
  const answersTo = mail.headers.find(({ name }) => name.toLowerCase() === 'reply-to')?.value;
  const replyTo = html`<dt>Reply-To</dt>
    <dd>${answersTo ?? ''}</dd>`;
  const files = mail.attachments.map(
    ({ name, size }, at) =>
      html`<dd>
        <a href="/mails/${mail.id}/attachments/${String(at)}">${name}</a> (${String(Math.ceil(size / 1_000))} KB)
      </dd>`,
  );
  const attached = html`<dt>Attachments</dt>
    ${files}`;
  const main = html` <p><a href="/">All mails</a></p>
    <dl>
      <dt>From</dt>
      <dd>${mail.from}</dd>
      <dt>To</dt>
      <dd>${mail.to.join(', ')}</dd>
      ${answersTo === undefined ? html`` : replyTo}
      <dt>Received</dt>
      <dd>${time(mail.receivedAt)}</dd>
      <dt>Message-ID</dt>
      <dd>${mail.messageId}</dd>
      ${files.length === 0 ? html`` : attached}
    </dl>
    ${answering(mail, sent)}
    <div class="forms">
      <section>
        <h2>Text</h2>
        <div class="card"><pre>${withLinks(mail.text)}</pre></div>
      </section>
      ${mail.html === '' ? html`` : written}
    </div>`;
  return layout(mail.subject || '(no subject)', '/', main);
}

export const missingPage = (): string =>
  layout('Not found', '/', html`<p>There is no such message. <a href="/">All mails</a></p>`);
