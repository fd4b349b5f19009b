/** A line by which a mail program says that what follows is quoted. */
const INTRODUCES =
  /^(?:-{2,}\s*(?:original message|forwarded message|urspr\S+ nachricht|message d'origine)|_{10,}\s*$|-{2,}\s*on\b.*\bwrote\s*-{2,}|begin forwarded message)/i;
const BEGINS_INTRODUCTION = /^(?:on|am|le|el|il|op|em)\b/i;
const ENDS_INTRODUCTION = /\b(?:wrote|schrieb|a écrit|écrit|escribió|escreveu|ha scritto|schreef)\b.{0,80}:\s*$/i;
const HEADER = /^\*?(?:from|sent|to|subject|date|cc|von|gesendet|an|betreff)\s*:/i;
/** An introduction may be broken over so many lines. */
const LINES_OF_INTRODUCTION = 3;
const LONGEST_LINE = 400;

const isQuoted = (line: string): boolean => line.startsWith('>');

/** Whether a quotation begins here: with words about whom it is of, or with its headers. */
function beginsQuotation(lines: readonly string[], at: number): boolean {
  const line = (lines[at] ?? '').slice(0, LONGEST_LINE);
  if (INTRODUCES.test(line)) return true;
  const following = lines.slice(at, at + LINES_OF_INTRODUCTION).map((one) => one.slice(0, LONGEST_LINE));
  if (BEGINS_INTRODUCTION.test(line) && ENDS_INTRODUCTION.test(following.join(' ').slice(0, LONGEST_LINE * 2)))
    return true;
  if (BEGINS_INTRODUCTION.test(line) && following.some((one) => ENDS_INTRODUCTION.test(one))) return true;
  return HEADER.test(line) && following.every((one) => HEADER.test(one)) && following.length === LINES_OF_INTRODUCTION;
}

const SIGNATURE = '--';

/**
 * What somebody wrote themselves, above what they quote and without their signature; the whole where nothing stands above it.
 * For showing: the whole text is kept.
 */
export function topOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const end = lines.findIndex((line, at) => line === SIGNATURE || beginsQuotation(lines, at));
  const own = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !isQuoted(line));
  const top = own
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  if (top !== '') return top;
  // Whoever answers below a quotation, or within it.
  const unquoted = lines
    .filter((line) => !isQuoted(line))
    .join('\n')
    .trim();
  return unquoted === '' ? text.trim() : unquoted;
}

/** The top in one line of so many characters. */
export function shortTop(text: string, most: number): string {
  const line = topOf(text).replace(/\s+/g, ' ').trim();
  return line.length <= most ? line : `${line.slice(0, most - 1).trimEnd()}…`;
}
