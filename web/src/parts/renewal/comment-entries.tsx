import type { FollowUpComment } from '@desk/contract/follow-up';
import type * as z from 'zod/mini';
import { Byline, Entries } from '../../kit/layout/entries.tsx';
import { instant } from '../../kit/text/format.ts';

/** Comments on a renewal, as they are given: by whom, when, and what was said. */
export const CommentEntries = ({ comments }: { comments: readonly z.output<typeof FollowUpComment>[] }) => (
  <Entries ordered>
    {comments.map(({ comment_id, updated_by, updated_on, followup_comment }) => (
      <li key={comment_id}>
        <Byline>
          <strong>{updated_by}</strong>
          <span>{instant(updated_on)}</span>
        </Byline>
        <p>{followup_comment}</p>
      </li>
    ))}
  </Entries>
);
