import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { ErrorPanel } from '../../kit/feedback/panels.tsx';
import { CopyButton } from '../../kit/feedback/copy-button.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { toastOutcome } from '../../kit/feedback/toast-outcome.ts';
import { Line } from '../../kit/layout/section.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { instant } from '../../kit/text/format.ts';
import classes from './deadlines.module.css';

/** The own deadlines in a calendar of one's own: an address that is shown once and can be revoked. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { data, error, refetch } = useCall(deadlines.feed, {});
  const [url, setUrl] = useState<string>();
  const create = useSend(deadlines.createFeed, { recent: 'changes nothing' });
  const revoke = useSend(deadlines.revokeFeed, { recent: 'changes nothing' });
  const make = async () => {
    const made = await toastOutcome(create.mutateAsync({}));
    if (made) setUrl(made.url);
  };
  const end = async () => {
    const revoked = await toastOutcome(revoke.mutateAsync({}), { done: () => 'The calendar feed is revoked' });
    if (revoked) setUrl(undefined);
  };
  const since = data?.since ?? null;
  return (
    <ListDialog title="Calendar feed" size={440} onClose={onClose}>
      <Stack>
        <p>
          Your calendar reads the last safe days of your renewals, and of those whom you cover, from an address of
          yours.
        </p>
        {!data && <Awaited error={error} onRetry={() => void refetch()} />}
        {url === undefined ? <Since since={since} /> : <Address url={url} />}
        <Line>
          <BusyButton
            variant={since === null ? 'filled' : 'default'}
            busy={create.isPending}
            onClick={() => void make()}
          >
            {since === null ? 'Create address' : 'New address'}
          </BusyButton>
          {since !== null && (
            <BusyButton variant="default" busy={revoke.isPending} onClick={() => void end()}>
              Revoke
            </BusyButton>
          )}
        </Line>
      </Stack>
    </ListDialog>
  );
}

const Awaited = ({ error, onRetry }: { error: Error | null; onRetry: () => void }) =>
  error ? (
    <ErrorPanel text="Could not fetch the calendar feed." what={error.message} onRetry={onRetry} />
  ) : (
    <Skeleton blocks={1} height={44} />
  );

const Since = ({ since }: { since: string | null }) =>
  since === null ? null : <p>Your feed is there since {instant(since)}. Its address is not shown again.</p>;

const Address = ({ url }: { url: string }) => (
  <>
    <p className={classes.url}>
      <code>{url}</code>
    </p>
    <CopyButton text={url} words="Copy" />
    <p>It is shown this once. Whoever has it reads your deadlines: revoke it when it is known to others.</p>
  </>
);
