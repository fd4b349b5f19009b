import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerJson, bodyOf, formOf, parsed, type Handler } from '../loopback/serve.ts';
import type { CaughtText } from '../messaging/caught-texts.ts';
import { ANSWER_KINDS, type AnswerKind, type Answers } from './answers.ts';
import type { CaughtMails } from './caught-mails.ts';
import { REFRESH, STYLE } from './page-assets.ts';
import { mailPage, mailsPage, missingPage, textsPage } from './page.ts';

/** Pages load their own style and script, and the frame of a mail; nothing from elsewhere. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self'; img-src data:; form-action 'self'; base-uri 'none'";
/** A mail's own HTML may look as it likes and do nothing but open what is pressed in another tab. */
const MAIL_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'";

function send(response: ServerResponse, type: string, body: string, status = 200, policy = PAGE_POLICY): void {
  const headers = {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': policy,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  response.writeHead(status, headers).end(body);
}

interface MailboxContents {
  mails: CaughtMails;
  texts: (to?: string) => readonly CaughtText[];
  answers: Answers;
}

interface Asked {
  id: string;
  /** Which attachment of the mail, from 0. */
  at: number;
  to: string;
  /** What was sent back of the mail a moment ago. */
  sent: AnswerKind | undefined;
}
type Shown = (response: ServerResponse, contents: MailboxContents, asked: Asked) => void;

/** Whatever it is, it is saved and never shown as a page. */
function sendAttachment(response: ServerResponse, { name, bytes }: { name: string; bytes: Buffer }): void {
  const headers = {
    'content-type': 'application/octet-stream',
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
  response.writeHead(200, headers).end(bytes);
}

const routes: { method: string; path: RegExp; show: Shown }[] = [
  {
    method: 'GET',
    path: /^\/$/,
    show: (response, { mails }, { to }) => send(response, 'text/html', mailsPage(mails.list(to), to)),
  },
  {
    method: 'GET',
    path: /^\/texts$/,
    show: (response, { texts }, { to }) => send(response, 'text/html', textsPage(texts(to), to)),
  },
  {
    method: 'GET',
    path: /^\/mails\/(\d+)$/,
    show: (response, { mails }, { id, sent }) => {
      const mail = mails.find(id);
      send(response, 'text/html', mail ? mailPage(mail, sent) : missingPage(), mail ? 200 : 404);
    },
  },
  {
    method: 'GET',
    path: /^\/mails\/(\d+)\/html$/,
    show: (response, { mails }, { id }) => {
      const mail = mails.find(id);
      send(response, 'text/html', mail?.html ?? '', mail ? 200 : 404, MAIL_POLICY);
    },
  },
  {
    method: 'GET',
    path: /^\/mails\/(\d+)\/attachments\/(\d+)$/,
    show: (response, { mails }, { id, at }) => {
      const attachment = mails.contentOf(id, at);
      if (attachment) sendAttachment(response, attachment);
      else send(response, 'text/html', missingPage(), 404);
    },
  },
  { method: 'GET', path: /^\/style\.css$/, show: (response) => send(response, 'text/css', STYLE) },
  { method: 'GET', path: /^\/refresh\.js$/, show: (response) => send(response, 'text/javascript', REFRESH) },
  {
    method: 'GET',
    path: /^\/api\/messages$/,
    show: (response, { mails }, { to }) => answerJson(response, 200, mails.list(to)),
  },
  {
    method: 'DELETE',
    path: /^\/api\/messages$/,
    show: (response, { mails }) => {
      mails.clear();
      response.writeHead(204).end();
    },
  },
  {
    method: 'GET',
    path: /^\/api\/messages\/(\d+)$/,
    show: (response, { mails }, { id }) => {
      const mail = mails.find(id);
      answerJson(response, mail ? 200 : 404, mail ?? { message: 'There is no such message' });
    },
  },
  {
    method: 'GET',
    path: /^\/api\/texts$/,
    show: (response, { texts }, { to }) => answerJson(response, 200, texts(to)),
  },
];

const ANSWERED = new RegExp(`^/(mails|api/messages)/(\\d+)/(${ANSWER_KINDS.join('|')})$`);
const kindOf = (text: string | null): AnswerKind | undefined => ANSWER_KINDS.find((kind) => kind === text);

/** The text of a reply: a field of the page's form, or of JSON. */
async function textOf(request: IncomingMessage): Promise<string> {
  const body = await bodyOf(request);
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('application/json')) return (await formOf(body, type)).get('text') ?? '';
  const { text } = (parsed(body) ?? {}) as { text?: unknown };
  return typeof text === 'string' ? text : '';
}

/** After a form the page of the mail is shown again; a test is answered in JSON. */
function showSent(
  response: ServerResponse,
  { isForm, page, isSent }: Record<'isForm' | 'isSent', boolean> & { page: string },
) {
  if (!isForm) answerJson(response, isSent ? 201 : 404, { message: isSent ? 'Sent' : 'There is no such message' });
  else if (isSent) response.writeHead(303, { location: page }).end();
  else send(response, 'text/html', missingPage(), 404);
}

/** Sends something back of a mail. False: nobody asks for that. */
async function answered(request: IncomingMessage, response: ServerResponse, answers: Answers): Promise<boolean> {
  const [, way, id = '', name = ''] = ANSWERED.exec(request.url ?? '') ?? [];
  const kind = kindOf(name);
  if (request.method !== 'POST' || !kind) return false;
  const text = await textOf(request);
  // Another page in the same browser writes no mails.
  const isForeign = request.headers['sec-fetch-site'] === 'cross-site';
  const isSent = !isForeign && (await answers.send(kind, { id, text }));
  showSent(response, { isForm: way === 'mails', page: `/mails/${id}?sent=${kind}`, isSent });
  return true;
}

/** The page of caught messages for people, and the same as JSON for tests. */
export function mailboxWeb(contents: MailboxContents): Handler {
  return async (request, response) => {
    if (await answered(request, response, contents.answers)) return;
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const route = routes.find(({ method, path }) => method === request.method && path.test(pathname));
    const [, id = '', at] = route?.path.exec(pathname) ?? [];
    const to = searchParams.get('to')?.trim() ?? '';
    if (route) route.show(response, contents, { id, at: Number(at), to, sent: kindOf(searchParams.get('sent')) });
    else send(response, 'text/html', missingPage(), 404);
  };
}
