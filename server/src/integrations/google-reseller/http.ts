import { createJsonClient } from '../http/json-client.ts';
import { GOOGLE } from './problem.ts';

/** A full page of 100 subscriptions is about 80 kB. */
export const LONGEST_ANSWER = 8 * 1024 * 1024;

export const { addressOf, send, parseAnswer, problemOfSilence } = createJsonClient(GOOGLE, {
  unnamed: 'Name a customer and a subscription.',
  longestAnswer: LONGEST_ANSWER,
});
