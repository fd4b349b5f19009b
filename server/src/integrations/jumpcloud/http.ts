import { createJsonClient } from '../http/json-client.ts';
import { JUMPCLOUD } from './problem.ts';

/** A page of 100 organisations is about 10 kB, one with all its products less. */
const LONGEST_ANSWER = 2 * 1024 * 1024;

export const { addressOf, send, parseAnswer } = createJsonClient(JUMPCLOUD, {
  unnamed: 'Name the organisation.',
  longestAnswer: LONGEST_ANSWER,
});
