/** What a mail server said of an address, by its enhanced code (RFC 3463) or its usual words, for people. */
const KNOWN: readonly (readonly [RegExp, string])[] = [
  [/\b5\.1\.2\b|\b5\.4\.4\b|host (?:unknown|not found)|domain not found/i, 'its domain takes no mail'],
  [/\b5\.1\.(?:1|3|10)\b|no such user|user (?:is )?unknown|does not exist|unknown user/i, 'there is no such mailbox'],
  [/\b[45]\.2\.2\b|^552\b|mailbox (?:is )?full|over quota/i, 'the mailbox is full'],
  [/\b5\.2\.1\b|mailbox (?:is )?disabled/i, 'the mailbox is closed'],
  [/\b5\.7\.\d/i, 'its server refuses our mail'],
];
const LONGEST = 80;

/** Why a mail bounced, in a few words: what the server said stands in the mail itself. */
export function bounceReason(reply: string): string {
  const known = KNOWN.find(([pattern]) => pattern.test(reply));
  return known?.[1] ?? reply.replace(/[\s.]+$/, '').slice(0, LONGEST);
}
