import { describe, expect, test } from 'vitest';
import { emailAddress, line, paragraph } from './fields.ts';

const HALF = '\ud83d';

describe('what PostgreSQL or a terminal cannot take is refused at once', () => {
  test.each(['\0', '\u001b', '\u0085', HALF])('an e-mail address with %j', (bad) => {
    const field = emailAddress('blank');
    expect(field.safeParse(`asha${bad}rao@desk.example`).success).toBe(false);
    expect(field.safeParse('asha.rao@desk.example').success).toBe(true);
  });

  test.each(['\0', '\u001b', '\u009b', '\n', HALF])('a line with %j', (bad) => {
    expect(line(50).safeParse(`Asha${bad}Rao`).success).toBe(false);
    expect(line(50).safeParse('आशा Rao 👍').success).toBe(true);
  });

  test.each(['\0', HALF])('a paragraph with %j', (bad) => {
    expect(paragraph(50).safeParse(`one${bad}two`).success).toBe(false);
    expect(paragraph(50).safeParse('one\n\ttwo 👍').success).toBe(true);
  });
});
