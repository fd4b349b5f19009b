const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that may be put into other HTML as it is. */
export class Markup {
  readonly source: string;
  constructor(source: string) {
    this.source = source;
  }
}
type Value = string | number | Markup | readonly Markup[];

const sourceOf = (value: Value): string => {
  if (typeof value === 'string') return value.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
  if (typeof value === 'number') return String(value);
  return value instanceof Markup ? value.source : value.map(({ source }) => source).join('');
};

/** Every value that is put in is escaped; `Markup` alone is taken as it is. */
export const html = (strings: TemplateStringsArray, ...values: readonly Value[]): Markup =>
  new Markup(strings.reduce((page, part, at) => page + sourceOf(values[at - 1] ?? '') + part));

/** Nothing, where something may be. */
export const NOTHING = new Markup('');
