import { seal } from '../crypto/secret.ts';
import type { ComposedMail } from './content.ts';

/** A mail whose text and whose parts nobody may read in the database. */
export const sealMail = (secret: Buffer, { subject, body, letter }: ComposedMail) => ({
  subject,
  sealed: seal(secret, body),
  sealedLetter: seal(secret, JSON.stringify(letter)),
});
