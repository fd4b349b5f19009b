import { deadlines } from '@desk/contract/renewal-work/deadlines';
import { useState } from 'react';
import { useCall, useSend } from '../../api/hooks.ts';
import { BusyButton } from '../../kit/button/busy-button.tsx';
import { ListDialog } from '../../kit/dialog/list-dialog.tsx';
import { Alert } from '../../kit/feedback/alert.tsx';
import { CopyButton } from '../../kit/feedback/copy-button.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { toast } from '../../kit/feedback/toast.ts';
import { Line } from '../../kit/layout/section.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { instant } from '../../kit/text/format.ts';
import classes from './deadlines.module.css';

/** The own deadlines in a calendar of one's own: an address that is shown once and can be revoked. */
export function FeedDialog({ onClose }: { onClose: () => void }) {
  const { data, error } = useCall(deadlines.feed, {});
  const [url, setUrl] = useState<string>();
  const create = useSend(deadlines.createFeed, { recent: 'changes nothing' });
  const revoke = useSend(deadlines.revokeFeed, { recent: 'changes nothing' });
  const make = () =>
    create.mutate({}, { onSuccess: (made) => setUrl(made.url), onError: ({ message }) => toast('failed', message) });
  const end = () =>
    revoke.mutate(
      {},
      {
        onSuccess: () => {
          setUrl(undefined);
          toast('done', 'The calendar feed is revoked');
        },
        onError: ({ message }) => toast('failed', message),
      },
    );
  const since = data?.since ?? null;
  return (
    <ListDialog title="Calendar feed" size={440} onClose={onClose}>
      <Stack>
        <p>
          Your calendar reads the last safe days of your renewals, and of those whom you cover, from an address of
          yours.
        </p>
        {!data && (error ? <Alert>{error.message}</Alert> : <Skeleton blocks={1} height={44} />)}
        {url === undefined ? <Since since={since} /> : <Address url={url} />}
        <Line>
          <BusyButton variant={since === null ? 'filled' : 'default'} busy={create.isPending} onClick={make}>
            {since === null ? 'Create address' : 'New address'}
          </BusyButton>
          {since !== null && (
            <BusyButton variant="default" busy={revoke.isPending} onClick={end}>
              Revoke
            </BusyButton>
          )}
        </Line>
      </Stack>
    </ListDialog>
  );
}

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
