import { dayIn } from '../../platform/time/days.ts';
import type { Services } from '../../platform/context.ts';
import type { JumpCloud, ListedOrganization } from '../../integrations/jumpcloud/client.ts';
import type { ProviderOrganization } from '../../integrations/jumpcloud/organization.ts';
import { JumpCloudProblem } from '../../integrations/jumpcloud/problem.ts';
import { defineSync, type SyncReading } from '../../domain/sync/define-sync.ts';
import { readPages } from '../../domain/sync/pages.ts';
import { SYNC_SERVICES } from '../../domain/sync/services.ts';
import { Stopped } from '../../domain/sync/work.ts';
import { storeOrganizations } from './commands.ts';
import { isNoneReadable, unseen } from './queries.ts';
import { BATCH, NONE_READABLE, NOT_CONFIGURED, placeOfToken, tokenOf, type Answer } from './rules.ts';

const { runs } = SYNC_SERVICES.directory_product;

/** Result of one batch; without a next page token the run has read all. */
interface Batch {
  answers: readonly Answer<ProviderOrganization>[];
  nextPageToken: string | undefined;
}

/** Something is wrong with this organisation alone: that the others are not read for it helps nobody. */
const isOfOneRecord = (error: unknown): boolean =>
  error instanceof JumpCloudProblem && (error.kind === 'refused' || error.kind === 'bad-answer');

/** Asks for organisations one after the other: a list tells nothing but their names. */
async function answersOf(
  asked: readonly Partial<ListedOrganization>[],
  jumpcloud: JumpCloud,
  { log, signal }: { log: Services['log']; signal: AbortSignal },
) {
  const answers: Answer<ProviderOrganization>[] = [];
  const unreadable = ({ id, name }: { id: string; name: string | undefined }, reason: string) => {
    log.warn({ event: 'organization_unreadable', id, reason });
    answers.push({ id, how: 'unreadable', name });
  };
  for (const { id = '', name } of asked) {
    try {
      const record = await jumpcloud.getOrganization(id, { signal });
      if (record) answers.push({ id, how: 'told', record });
      else if (name === undefined) answers.push({ id, how: 'gone' });
      // An organisation that is listed exists, whether or not we may read it.
      else unreadable({ id, name }, 'JumpCloud lists it and does not show it.');
    } catch (error) {
      if (!isOfOneRecord(error)) throw error;
      unreadable({ id, name }, String(error));
    }
  }
  return answers;
}

/**
 * All organisations that are listed, page by page; then those that were not, one by one: who comes or goes meanwhile moves
 * the pages, and nobody is gone whom the provider still knows.
 */
async function read({ client: jumpcloud, run, services, signal }: SyncReading<'directory_product'>): Promise<void> {
  const { db, config, announce, log, now } = services;
  await readPages<Batch>(SYNC_SERVICES.directory_product, run, services, {
    list: async (pageToken) => {
      const place = placeOfToken(pageToken);
      if (place.stage === 'missing') {
        const ids = await unseen(db, run.id);
        const answers = await answersOf(
          ids.map((id) => ({ id })),
          jumpcloud,
          { log, signal },
        );
        return { answers, nextPageToken: ids.length < BATCH ? undefined : tokenOf(place) };
      }
      const { rows, nextSkip } = await jumpcloud.listOrganizations({ skip: place.skip, limit: BATCH }, { signal });
      const next =
        nextSkip === undefined ? tokenOf({ stage: 'missing' }) : tokenOf({ stage: 'listed', skip: nextSkip });
      return { answers: await answersOf(rows, jumpcloud, { log, signal }), nextPageToken: next };
    },
    isRefusedToken: () => false,
    keep: async ({ answers, nextPageToken }) => {
      const today = dayIn(config.BUSINESS_TIME_ZONE, now());
      const months = await db.transaction(async (tx) => {
        const kept = await storeOrganizations(tx, answers, { runId: run.id, author: run.author, today });
        const rows = answers.filter(({ how }) => how !== 'gone').length;
        const skipped = answers.filter(({ how }) => how === 'unreadable').length;
        await runs.pageRead(tx, run, { rows, changed: kept.changed, skipped, nextPageToken });
        return kept.months;
      });
      for (const month of months) announce({ kind: 'month', month });
    },
  });
  if (await isNoneReadable(db, run.id)) throw new Stopped(NONE_READABLE);
  await db.transaction((tx) => runs.finish(tx, run));
}

export const directorySync = defineSync({
  service: 'directory_product',
  notConfigured: NOT_CONFIGURED,
  readsAtOnce: true,
  read,
});
