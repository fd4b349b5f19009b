/** Where the server answers the logo of the installation: its own picture, or the initial of its name. */
export const LOGO_PATH = '/brand-mark';

/** A logo is a few kilobytes; each page asks for it. */
export const MOST_LOGO_BYTES = 65_536;

const PNG = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] as const;

/** What runs, loads something from elsewhere, or embeds another page. */
const ACTIVE =
  /<\s*(?:[^\s<>/:]+:)?(?:script|foreignObject|iframe|embed|object|audio|video|animate\w*|set|handler|listener|meta|link|base|form)\b|<!(?:ENTITY|DOCTYPE)|<\?xml-stylesheet|[\s"'/]on[a-z]+\s*=|(?:java|vb)script\s*:|@import|image-set|\\|encoding\s*=\s*[\"'](?!utf-8)|(?:href|src)\s*=\s*["']?\s*(?!["']?\s*#)[^\s"'#>]|url\(\s*["']?\s*(?!["']?\s*#)[^\s"'#)]/i;

/** An SVG that only draws. Entities could spell what is looked for. */
function isPlainSvg(bytes: Uint8Array): boolean {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return false;
  }
  return (
    /^\s*(?:<\?xml[^>]*\?>\s*)?(?:<!--(?:(?!-->)[\s\S])*-->\s*)*<svg[\s>]/.test(text) &&
    !/&#/.test(text) &&
    !ACTIVE.test(text)
  );
}

/** What a file is as a logo; undefined: it can be none. */
export function logoType(bytes: Uint8Array): 'image/png' | 'image/svg+xml' | undefined {
  if (bytes.length === 0 || bytes.length > MOST_LOGO_BYTES) return undefined;
  if (PNG.every((byte, at) => bytes[at] === byte)) return 'image/png';
  return isPlainSvg(bytes) ? 'image/svg+xml' : undefined;
}
