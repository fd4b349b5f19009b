import { jobs } from '@desk/contract/jobs';
import { implement } from '../../platform/http/implement.ts';
import { again, setRetentionDays, remove, run } from './commands.ts';
import { jobsPage, retention } from './queries.ts';

export const jobRoutes = implement(jobs, {
  all: (_body, ctx) => jobsPage(ctx),
  run,
  again,
  remove,
  retention: (_body, ctx) => retention(ctx),
  setRetention: setRetentionDays,
});
