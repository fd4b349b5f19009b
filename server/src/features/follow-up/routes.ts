import { followUp } from '@desk/contract/follow-up';
import { implement } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { addComment, saveStatus } from './commands.ts';
import { commentsOf } from './queries.ts';

export const followUpRoutes = implement(followUp, {
  comments: async ({ renewal_id }, { db }) => ({
    followup_comment: (await commentsOf(db, renewal_id)) ?? refuse(followUp.comments, 404),
  }),
  addComment,
  saveStatus,
});
