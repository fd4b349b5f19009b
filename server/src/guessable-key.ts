/** Words of example keys, which are no secret. */
const EXAMPLE =
  /change.?(me|this|it)|example|secret.?key|your.?(own|secret|key)|place.?holder|replace.?(me|this)|pass.?word|(random|32).?char|reseller|super.?secret|default.?key/i;
/** A random key of 32 hexadecimal digits has fewer once in ten million. */
const LEAST_VARIETY = 8;

/** A part repeated over and over, or mostly neighbouring characters such as `abcd` or `1234`. */
function isPattern(key: string): boolean {
  const codes = [...Buffer.from(key.toLowerCase())];
  for (let period = 1; period <= codes.length / 2; period++)
    if (codes.every((code, at) => at < period || code === codes[at - period])) return true;
  const steps = codes.filter((code, at) => at > 0 && Math.abs(code - (codes[at - 1] ?? 0)) <= 1);
  return steps.length > codes.length / 2;
}

/** Whether a key was copied from an example or made by hand, so that somebody else would find it. */
export const isGuessableKey = (key: string): boolean =>
  EXAMPLE.test(key) || new Set(key.toLowerCase()).size < LEAST_VARIETY || isPattern(key);
