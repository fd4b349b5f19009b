import { ServiceProblem } from '../integrations/http/service-problem.ts';
import type { ProviderSubscription } from './port.ts';

/** Why a provider did not do what it was asked for, in words that no provider owns. */
abstract class ProviderProblem extends ServiceProblem {
  constructor(message: string, details: { reason?: string; status?: number | undefined } = {}) {
    super('refused', message, details);
  }
}

/** The provider has neither the seats from which nor those to which they were to be changed. */
export class SeatsChangedMeanwhile extends ProviderProblem {
  override readonly name = 'SeatsChangedMeanwhile';
  readonly now: ProviderSubscription;

  constructor(now: ProviderSubscription, message: string) {
    super(message);
    this.now = now;
  }
}

/** The provider cannot do this at all: its `capabilities` say so. */
export class NotOffered extends ProviderProblem {
  override readonly name = 'NotOffered';

  constructor(message: string) {
    super(message, { reason: 'not-offered' });
  }
}

/** The token of a page is too old: everything is read from the first page again. */
export class StalePageToken extends ProviderProblem {
  override readonly name = 'StalePageToken';

  constructor({ message, status }: ServiceProblem) {
    super(message, { status, reason: 'stale-page-token' });
  }
}
