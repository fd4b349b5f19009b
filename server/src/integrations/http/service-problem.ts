export type ProblemKind = 'auth' | 'quota' | 'unavailable' | 'refused' | 'not-found' | 'bad-answer' | 'configuration';

export interface ProblemDetails {
  readonly status?: number | undefined;
  readonly reason?: string | undefined;
  readonly retriable?: boolean;
  readonly retryAfterMs?: number | undefined;
}

const PASSES_BY_ITSELF: readonly ProblemKind[] = ['quota', 'unavailable'];

/**
 * Why a call of a service outside has no result. `message` is one sentence for staff and holds no secret; `status` is the
 * HTTP status, `reason` the service's own word for it. `retriable`: a later run may fare better, however often it was tried.
 */
export abstract class ServiceProblem extends Error {
  readonly kind: ProblemKind;
  readonly status: number | undefined;
  readonly reason: string | undefined;
  readonly retriable: boolean;
  /** How long the service asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(kind: ProblemKind, message: string, details: ProblemDetails = {}) {
    super(message);
    this.kind = kind;
    this.status = details.status;
    this.reason = details.reason;
    this.retriable = details.retriable ?? PASSES_BY_ITSELF.includes(kind);
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** How the problems of one service speak. */
export interface Voice<P extends ServiceProblem> {
  /** As sentences call it: `Zoho`. */
  readonly name: string;
  readonly Problem: new (kind: ProblemKind, message: string, details?: ProblemDetails) => P;
  readonly sentences: Readonly<Record<ProblemKind, string>>;
}

/** Makes a problem in the sentence of its kind, with the service's own words about it: one line, not too long. */
export const problemsOf =
  <P extends ServiceProblem>({ name, Problem, sentences }: Voice<P>) =>
  (kind: ProblemKind, details: ProblemDetails = {}, words = ''): P => {
    const quoted = words.replace(/\s+/g, ' ').trim().slice(0, 300);
    return new Problem(kind, quoted === '' ? sentences[kind] : `${sentences[kind]} ${name} says: "${quoted}"`, details);
  };
