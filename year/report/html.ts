const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as text of a page or of an attribute. */
export const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** A table whose columns after the first are numbers. */
export function numberTable(caption: string, head: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = head.map((text, n) => `<th scope="col"${n === 0 ? '' : ' class="n"'}>${escaped(text)}</th>`).join('');
  const body = rows.map(([first = '', ...others]) => {
    const numbers = others.map((text) => `<td class="n">${escaped(text)}</td>`).join('');
    return `<tr><th scope="row">${escaped(first)}</th>${numbers}</tr>`;
  });
  return `<table><caption>${escaped(caption)}</caption><thead><tr>${cells}</tr></thead><tbody>${body.join('')}</tbody></table>`;
}
