import { problemsOf, ServiceProblem, type Voice } from '../http/service-problem.ts';

export class JumpCloudProblem extends ServiceProblem {
  override readonly name = 'JumpCloudProblem';
}

const SENTENCES: Voice<JumpCloudProblem>['sentences'] = {
  auth: 'JumpCloud did not accept our key. Check JUMPCLOUD_API_KEY: keys belong to an administrator and may expire.',
  quota: "JumpCloud's limit for calls is reached. Try again in some minutes.",
  unavailable: 'JumpCloud is not available at the moment. Try again in some minutes.',
  refused: 'JumpCloud refused this.',
  'not-found': 'JumpCloud does not know this. Check JUMPCLOUD_PROVIDER_ID.',
  'bad-answer': "JumpCloud's answer could not be read. Check JUMPCLOUD_URL if this stays.",
  configuration: 'JUMPCLOUD_URL is not a web address.',
};

export const JUMPCLOUD: Voice<JumpCloudProblem> = {
  name: 'JumpCloud',
  Problem: JumpCloudProblem,
  sentences: SENTENCES,
};
export const problemOf = problemsOf(JUMPCLOUD);

/** The problem of an answer that is no success. */
export function problemOfStatus(status: number, words: string, retryAfterMs?: number): JumpCloudProblem {
  const details = { status, retryAfterMs };
  if (status === 401) return problemOf('auth', details);
  if (status === 404) return problemOf('not-found', details);
  if (status === 429) return problemOf('quota', details);
  if (status >= 500) return problemOf('unavailable', details);
  return problemOf(status >= 400 ? 'refused' : 'bad-answer', details, words);
}
