import { followUp } from '@desk/contract/follow-up';
import type { RenewalRow } from '@desk/contract/renewals';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ParagraphField } from '../../kit/form/fields.tsx';
import { FormBody } from '../../kit/form/form-body.tsx';
import { useSchemaForm } from '../../kit/form/form.ts';
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
  return (
    <ListDialog title={`Follow up History: ${row.domain_name}`} size={720} start="field" onClose={onClose}>
      <Tabs label="History" tabs={TABS} value={tab} onChange={setTab}>
        {tab === 'comments' ? (
          <Comments renewalId={row.renewal_id} domain={row.domain_name} />
        ) : tab === 'reminders' ? (
          <RemindersCard renewalId={row.renewal_id} domain={row.domain_name} />
        ) : (
          <RenewalHistory renewalId={row.renewal_id} />
        )}
      </Tabs>
    </ListDialog>
  );
}

interface CommentsProps {
  renewalId: number;
  domain: string;
}

function Comments({ renewalId, domain }: CommentsProps) {
  const { data, isPending, error, refetch } = useCall(followUp.comments, { renewal_id: renewalId });
  return (
    <>
      <AddComment renewalId={renewalId} domain={domain} onAdded={refetch} />
      {error && <ErrorPanel text={error.message} onRetry={() => void refetch()} />}
      {isPending && <Waiting />}
      {data?.followup_comment.length === 0 && <EmptyState text="No Data Present" />}
      <CommentEntries comments={data?.followup_comment ?? []} />
    </>
  );
}

function AddComment({ renewalId, domain, onAdded }: CommentsProps & { onAdded: () => Promise<unknown> }) {
  const add = useSend(followUp.addComment, {
    refresh: false,
    recent: ({ comment }) => ({ what: `Comment on ${domain}: ${comment}` }),
  });
  const put = usePutRenewals();
  const form = useSchemaForm({
    schema: CommentText,
    start: { comment: '' },
    send: async ({ comment }, sent) => {
      await add.mutateAsync({ comment, renewal_id: renewalId });
      toast('done', 'Comment Added Successfully');
      await put(new Map([[renewalId, { followup_comments: comment }]]));
      await onAdded();
      form.empty(sent, 'comment');
    },
  });
  return (
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
  );
}
