import { ServiceProblem, type ProblemDetails, type ProblemKind } from '../http/service-problem.ts';

export class JumpCloudProblem extends ServiceProblem {
  override readonly name = 'JumpCloudProblem';
}

const SENTENCES: Readonly<Record<ProblemKind, string>> = {
  auth: 'JumpCloud did not accept our key. Check JUMPCLOUD_API_KEY: keys belong to an administrator and may expire.',
  quota: "JumpCloud's limit for calls is reached. Try again in some minutes.",
  unavailable: 'JumpCloud is not available at the moment. Try again in some minutes.',
  refused: 'JumpCloud refused this.',
  'not-found': 'JumpCloud does not know this. Check JUMPCLOUD_PROVIDER_ID.',
  'bad-answer': "JumpCloud's answer could not be read. Check JUMPCLOUD_URL if this stays.",
  configuration: 'JUMPCLOUD_URL is not a web address.',
};

/** A problem in the sentence of its kind; `words` are JumpCloud's own about it. */
export function problemOf(kind: ProblemKind, details: ProblemDetails = {}, words = ''): JumpCloudProblem {
  const quoted = words.replace(/\s+/g, ' ').trim().slice(0, 300);
  return new JumpCloudProblem(kind, SENTENCES[kind] + (quoted === '' ? '' : ` JumpCloud says: "${quoted}"`), details);
}

/** What an answer means that is no success. */
export function problemOfStatus(status: number, words: string, retryAfterMs?: number): JumpCloudProblem {
  const details = { status, retryAfterMs };
  if (status === 401) return problemOf('auth', details);
  if (status === 404) return problemOf('not-found', details);
  if (status === 429) return problemOf('quota', details);
  if (status >= 500) return problemOf('unavailable', details);
  return problemOf(status >= 400 ? 'refused' : 'bad-answer', details, words);
}
