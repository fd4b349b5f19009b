import { createJsonClient } from '../http/json-client.ts';
import { ZOHO } from './problem.ts';

/** A full page of 200 records is about 200 kB. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

export const { addressOf, ask, send, parseAnswer } = createJsonClient(ZOHO, {
  unnamed: 'Name the record.',
  longestAnswer: LONGEST_ANSWER,
});
