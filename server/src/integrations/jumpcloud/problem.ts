export type JumpCloudProblemKind =
  'auth' | 'quota' | 'unavailable' | 'refused' | 'not-found' | 'bad-answer' | 'configuration';

interface Details {
  readonly status?: number | undefined;
  readonly retryAfterMs?: number | undefined;
}

const PASSES_BY_ITSELF: readonly JumpCloudProblemKind[] = ['quota', 'unavailable'];

/**
 * Why a call of JumpCloud has no result. `message` is one sentence for staff and holds no secret; `status` is the HTTP
 * status. `retriable`: a later run may fare better.
 */
export class JumpCloudProblem extends Error {
  override readonly name = 'JumpCloudProblem';
  readonly kind: JumpCloudProblemKind;
  readonly status: number | undefined;
  readonly retriable: boolean;
  /** How long JumpCloud asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: JumpCloudProblemKind, message: string, { status, retryAfterMs }: Details = {}) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.retriable = PASSES_BY_ITSELF.includes(kind);
    this.retryAfterMs = retryAfterMs;
  }
}

const SENTENCES: Readonly<Record<JumpCloudProblemKind, string>> = {
  auth: 'JumpCloud did not accept our key. Check JUMPCLOUD_API_KEY: keys belong to an administrator and may expire.',
  quota: "JumpCloud's limit for calls is reached. Try again in some minutes.",
  unavailable: 'JumpCloud is not available at the moment. Try again in some minutes.',
  refused: 'JumpCloud refused this.',
  'not-found': 'JumpCloud does not know this. Check JUMPCLOUD_PROVIDER_ID.',
  'bad-answer': "JumpCloud's answer could not be read. Check JUMPCLOUD_URL if this stays.",
  configuration: 'JUMPCLOUD_URL is not a web address.',
};

/** A problem in the sentence of its kind; `words` are JumpCloud's own about it. */
export function problemOf(kind: JumpCloudProblemKind, details: Details = {}, words = ''): JumpCloudProblem {
  const said = words.replace(/\s+/g, ' ').trim().slice(0, 300);
  return new JumpCloudProblem(kind, SENTENCES[kind] + (said === '' ? '' : ` JumpCloud says: "${said}"`), details);
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
