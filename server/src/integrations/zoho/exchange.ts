import { exchange as exchangeHttp, NoAnswer } from '../http/exchange.ts';
import { unreadableAnswer, ZohoProblem } from './problem.ts';

/** A full page of 200 records is about 200 kB. */
const LONGEST_ANSWER = 8 * 1024 * 1024;

function problemOfSilence(error: unknown): never {
  if (!(error instanceof NoAnswer)) throw error;
  if (error.how === 'too-long') throw unreadableAnswer(error.status, false);
  const how = error.how === 'late' ? 'Zoho did not answer in time.' : 'The connection to Zoho failed.';
  throw new ZohoProblem('unavailable', `${how} Try again in some minutes.`);
}

/** One HTTP request. Without an answer it is a ZohoProblem. */
export const exchange = (
  url: URL,
  init: Pick<RequestInit, 'method' | 'headers' | 'body'>,
  { timeoutMs, signal }: { timeoutMs: number; signal?: AbortSignal | undefined },
) => exchangeHttp(url, init, { timeoutMs, signal, longestAnswer: LONGEST_ANSWER }).catch(problemOfSilence);
