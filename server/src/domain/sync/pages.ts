import type { Services } from '../../platform/context.ts';
import type { HeldRun } from './runs.ts';
import type { SyncService } from './services.ts';

interface Reading<Page> {
  readonly list: (pageToken: string | undefined) => Promise<Page>;
  /** The service knows the token no longer: everything is read from the first page again. */
  readonly isRefusedToken?: (error: unknown) => boolean;
  /** Keeps a page and how far the run is, in one transaction. `askedAt`: before the question. */
  readonly keep: (page: Page, askedAt: Date) => Promise<void>;
}

/** Reads the pages that the run has not read yet. */
export async function readPages<Page extends { readonly nextPageToken?: string | undefined }>(
  { runs, event }: Pick<SyncService, 'runs' | 'event'>,
  run: HeldRun,
  { db, now, announce }: Services,
  { list, isRefusedToken = () => false, keep }: Reading<Page>,
): Promise<void> {
  let pageToken = run.pageToken ?? undefined;
  let hasStartedOver = false;
  for (let complete = run.complete; !complete;) {
    const askedAt = now();
    const page = await list(pageToken).catch(async (error: unknown) => {
      // A token that is refused again is not old: the service would be asked for ever.
      if (pageToken === undefined || hasStartedOver || !isRefusedToken(error)) throw error;
      hasStartedOver = true;
      await runs.startOver(db, run);
      return list(undefined);
    });
    await keep(page, askedAt);
    announce(event);
    pageToken = page.nextPageToken;
    complete = pageToken === undefined;
  }
}
