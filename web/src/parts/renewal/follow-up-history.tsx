import type { ReplyOf } from '@desk/contract/call';
import { followUp } from '@desk/contract/follow-up';
import type { RenewalRow } from '@desk/contract/renewals';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import type { Refused } from '../../api/refused.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ParagraphField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import type { FormState } from '../../kit/form/form.ts';
import { useDialogForm } from '../../kit/form/use-dialog-form.ts';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Tabs } from '../../kit/layout/tabs.tsx';
import { Waiting } from '../../kit/feedback/waiting.tsx';
import classes from './follow-up-history.module.css';
import { RemindersCard } from '../reminders/reminders-card.tsx';
import { CommentEntries } from './comment-entries.tsx';
import { usePutRenewals } from './renewal-lists.ts';
import { RenewalHistory } from './renewal-history.tsx';

const TABS = { comments: 'Comments', reminders: 'Reminders', changes: 'All changes' } as const;
const CommentText = z.pick(followUp.addComment.body, { comment: true });

interface Props {
  row: RenewalRow;
  onClose: () => void;
}

/** Follow up History: what was said about a renewal, by whom and when, and everything that was changed on it. */
export function FollowUpHistory({ row, onClose }: Props) {
  const [tab, setTab] = useState<keyof typeof TABS>('comments');
  const comments = useCall(followUp.comments, { renewal_id: row.renewal_id });
  // It outlasts the tab in which it is written.
  const { form, close, question } = useNewComment({ row, onClose, onAdded: comments.refetch });
  return (
    <ListDialog title={`Follow up History: ${row.domain_name}`} size={720} start="field" onClose={close}>
      <Tabs label="History" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'comments' ? (
          <Comments comments={comments} form={form} />
        ) : tab === 'reminders' ? (
          <RemindersCard renewalId={row.renewal_id} domain={row.domain_name} />
        ) : (
          <RenewalHistory renewalId={row.renewal_id} />
        )}
      </Tabs>
      {question}
    </ListDialog>
  );
}

/** A comment that is added to the others, in a dialog that stays open. */
function useNewComment({ row, onClose, onAdded }: Props & { onAdded: () => Promise<unknown> }) {
  const { renewal_id, domain_name } = row;
  const add = useSend(followUp.addComment, {
    refresh: false,
    recent: ({ comment }) => ({ what: `Comment on ${domain_name}: ${comment}` }),
  });
  const put = usePutRenewals();
  const dialog = useDialogForm({
    draft: `history-comment ${String(renewal_id)}`,
    schema: CommentText,
    start: { comment: '' },
    isSending: add.isPending,
    onClose,
    send: async ({ comment }, sent) => {
      await add.mutateAsync({ comment, renewal_id });
      toast('done', 'Comment Added Successfully');
      // Also where it was left meanwhile: what is sent does not come back as a draft, what was typed after it does.
      if (dialog.form.empty(sent, 'comment')) dialog.forget();
      await put(new Map([[renewal_id, { followup_comments: comment }]]));
      await onAdded();
    },
  });
  return dialog;
}

interface CommentsProps {
  comments: UseQueryResult<ReplyOf<typeof followUp.comments>, Refused>;
  form: FormState<{ comment: string }>;
}

const Comments = ({ comments: { data, isPending, error, refetch }, form }: CommentsProps) => (
  <>
    <div className={classes.add}>
      <FormBody form={form}>
        <ParagraphField form={form} name="comment" label="New comment" />
        <div>
          <BusyButton type="submit" busy={form.pending}>
            Add Comment
          </BusyButton>
        </div>
      </FormBody>
    </div>
    {error && <ErrorPanel text={error.message} onRetry={() => void refetch()} />}
    {isPending && <Waiting />}
    {data?.followup_comment.length === 0 && <EmptyState text="No Data Present" />}
    <CommentEntries comments={data?.followup_comment ?? []} />
  </>
);
