const ENTITIES: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', rsquo: '’', lsquo: '‘', ldquo: '“', rdquo: '”' },
  ...{ ndash: '–', mdash: '—', hellip: '…', euro: '€', pound: '£', copy: '©', reg: '®', trade: '™', bull: '•' },
};
/** Elements of which nothing is read. */
const UNREAD = new Set(['script', 'style', 'head', 'title', 'noscript', 'template', 'svg']);
/** Elements that begin a line. */
const LINES = new Set(
  'br p div li tr h1 h2 h3 h4 h5 h6 ul ol table blockquote hr section article header footer'.split(' '),
);

function characterOf(entity: string): string | undefined {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()];
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  return code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : '';
}
const decoded = (text: string): string =>
  text.replace(/&(#x?[\da-f]{1,7}|[a-z]{2,8});/gi, (whole, entity: string) => characterOf(entity) ?? whole);

/** Where an element of which nothing is read ends, or the whole. */
function endOf(html: string, name: string, from: number): number {
  const closing = new RegExp(`</${name}\\b`, 'gi');
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}

/** What a tag between two places does: the line that it begins, and where reading goes on after it. */
function tagAt(html: string, open: number, close: number): { text: string; next: number } {
  const name = /^<\/?([a-z][a-z0-9]*)/i.exec(html.slice(open, Math.min(close, open + 20)))?.[1]?.toLowerCase() ?? '';
  const isUnread = UNREAD.has(name) && html[open + 1] !== '/';
  return { text: LINES.has(name) ? '\n' : '', next: isUnread ? endOf(html, name, close) : close + 1 };
}

/** The same of a remark or a tag that begins here; what is not closed is the rest. */
function skipped(html: string, open: number): { text: string; next: number } {
  const isRemark = html.startsWith('<!--', open);
  const close = isRemark ? html.indexOf('-->', open + 4) : html.indexOf('>', open);
  if (close === -1) return { text: '', next: html.length };
  return isRemark ? { text: '', next: close + 3 } : tagAt(html, open, close);
}

/** The text of HTML, for reading: it is shown as text, so that nothing of it can be anything else. Each sign is looked at once. */
export function textOfHtml(html: string): string {
  const parts: string[] = [];
  for (let at = 0; at < html.length;) {
    const found = html.indexOf('<', at);
    const open = found === -1 ? html.length : found;
    const { text, next } = skipped(html, open);
    parts.push(decoded(html.slice(at, open)).replace(/\s+/g, ' '), text);
    at = next;
  }
  // Line by line: a pattern that begins with any number of spaces looks at a long row of them once for each.
  const lines = parts.join('').split('\n').map((line) => line.replace(/ {2,}/g, ' ').trim()); // prettier-ignore
  return lines
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
