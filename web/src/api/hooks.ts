import type { Call, InputOf, ReplyOf } from '@desk/contract/call';
import {
  keepPreviousData,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { recordChange, type Recorded } from '../kit/edit/changes.ts';
import { toast } from '../kit/feedback/toast.ts';
import { download, downloadDocument, replyAtHand, send, upload } from './client.ts';
import { useServerEvent } from './events.ts';
import { useIdempotencyKeys } from './idempotency-keys.ts';
import { newsOf } from './news.ts';
import { Refused, UNDER_WAY } from './refused.ts';
import { readSession } from './session.ts';

interface Reading<Reply> {
  /** False: not asked yet. */
  enabled?: boolean;
  /** Keep showing the answer to the former body until this one's is there: for pages and months. */
  keep?: boolean;
  /** For how long an answer is good without asking again, in milliseconds. */
  fresh?: number;
  /** After how many milliseconds to ask again by itself, as the last answer has it; false: not. */
  again?: (last: Reply | undefined) => number | false;
  /** What else is asked before an answer takes the place of the one that is there (`had`): further pages of a list. */
  complete?: (reply: Reply, had: Reply | undefined) => Promise<Reply>;
}

const optionsOf = <Reply>({ enabled = true, keep = false, fresh = 0, again }: Reading<Reply>) => ({
  enabled,
  staleTime: fresh,
  ...(keep && { placeholderData: keepPreviousData }),
  ...(again && { refetchInterval: (query: { state: { data: Reply | undefined } }) => again(query.state.data) }),
});

/**
 * Where the answer is here already, a page is drawn with it at once: not without it first, and then again. It is good for that alone:
 * later it would stand in for what is asked anew.
 */
function useReplyAtHand<C extends Call>(call: C, body: InputOf<C>) {
  const asked = JSON.stringify(body);
  const [first] = useState(() => {
    const replies = [replyAtHand(call, body)];
    return { asked, read: () => replies[0], drop: () => replies.splice(0) };
  });
  useEffect(() => void first.drop(), [first]);
  const reply = first.asked === asked ? first.read() : undefined;
  return reply === undefined ? {} : { initialData: reply, refetchOnMount: false };
}

/** Reads through a call of the contract; the answer is kept until a write, or until the server tells that it is old. */
export function useCall<C extends Call>(
  call: C,
  body: InputOf<C>,
  reading: Reading<ReplyOf<C>> = {},
): UseQueryResult<ReplyOf<C>, Refused> {
  const queries = useQueryClient();
  const asked = JSON.stringify(body);
  const received = useCallback(
    () => void queries.invalidateQueries({ queryKey: [call.path, JSON.parse(asked)] }),
    [queries, call.path, asked],
  );
  useServerEvent(newsOf(call), received);
  const queryKey = [call.path, body];
  const { complete } = reading;
  return useQuery<ReplyOf<C>, Refused>({
    queryKey,
    queryFn: async () => {
      const had = queries.getQueryData<ReplyOf<C>>(queryKey);
      const reply = await send(call, body);
      return complete ? complete(reply, had) : reply;
    },
    ...optionsOf(reading),
    ...useReplyAtHand(call, body),
  });
}

/**
 * The answer that was asked for since this was opened, and no older one: what is edited or chosen from stays as it was opened.
 * One that failed is none, though an older one is there.
 */
export const newestOf = <Reply>({ data, isFetchedAfterMount, isSuccess }: UseQueryResult<Reply>): Reply | undefined =>
  isFetchedAfterMount && isSuccess ? data : undefined;

/** Reads when something happens, not as a screen is drawn: the answer goes to who asked alone. */
export const useRead = <C extends Call>(call: C): ((body: InputOf<C>) => Promise<ReplyOf<C>>) =>
  useCallback((body) => send(call, body), [call]);

interface Revised {
  readonly revision: string;
  readonly unchanged?: boolean | undefined;
}

/** Like `useCall` for a list with a revision: while nothing changed, no rows are sent and the same objects stay. */
export function useRevisedCall<C extends Call>(
  call: C & (ReplyOf<C> extends Revised ? unknown : never),
  body: InputOf<C>,
  reading: Reading<ReplyOf<C>> = {},
): UseQueryResult<ReplyOf<C>, Refused> {
  const queries = useQueryClient();
  const queryKey = [call.path, body];
  return useQuery<ReplyOf<C>, Refused>({
    queryKey,
    queryFn: async () => {
      const had = queries.getQueryData<ReplyOf<C> & Revised>(queryKey);
      const reply = await send<C>(call, (had ? { ...(body as object), revision: had.revision } : body) as InputOf<C>);
      return had && (reply as Revised).unchanged === true ? had : reply;
    },
    structuralSharing: false,
    ...optionsOf(reading),
    ...useReplyAtHand(call, body),
  });
}

interface Sending {
  /** The message for a status that the call does not name; without an answer the user reads that there was none. */
  otherwise?: string;
  /** False: nothing is fetched afresh; the caller puts what changed into the lists that are on screen. */
  refresh?: boolean;
}

/** A write as Recent changes tells it. `undo` is what is sent to the same call to take it back. */
interface ToastTexts<C extends Call> extends Omit<Recorded, 'undo'> {
  readonly undo?: InputOf<C>;
}

/**
 * How a write of the staff stands in Recent changes: told from what was sent and answered (undefined: nothing was changed).
 * Or why it is not told here: its caller tells of several writes as one, or it changes nothing that others see.
 */
type Recent<C extends Call> =
  ((sent: InputOf<C>, reply: ReplyOf<C>) => ToastTexts<C> | undefined) | 'told by the caller' | 'changes nothing';

/** No write of the staff goes without saying how it stands in Recent changes; customers have no such list. */
type SendingOf<C extends Call> = [Extract<C, { writes: true; audience: 'staff' | 'signed-in' }>] extends [never]
  ? [sending?: Sending]
  : [sending: Sending & { recent: Recent<C> }];
type Settled<C extends Call> = Sending & { recent?: Recent<C> };

/** Puts a write into Recent changes, with the way back where there is one. */
function record<C extends Call>(
  recent: Recent<C> | undefined,
  { sent, reply }: { sent: InputOf<C>; reply: ReplyOf<C> },
  takeBack: (body: InputOf<C>) => Promise<unknown>,
): void {
  if (typeof recent !== 'function' || readSession()?.role === 'CUSTOMER') return;
  const change = recent(sent, reply);
  if (!change) return;
  const { undo, ...entry } = change;
  if (undo === undefined) {
    recordChange(entry);
    return;
  }
  const { what, from = '', to = '' } = entry;
  recordChange({
    ...entry,
    undo: async () => {
      await takeBack(undo);
      recordChange({ what: `${what}, undone`, from: to, to: from, isUndo: true });
      toast('done', `Undone: ${what}`);
    },
  });
}

const toastFor = (error: unknown, call: Call, otherwise: string | undefined): unknown => {
  const unnamed =
    error instanceof Refused && ![0, UNDER_WAY].includes(error.status) && !(error.status in (call.refusals ?? {}));
  return unnamed && otherwise !== undefined ? new Refused(error.status, otherwise, error.body) : error;
};

/** Writes through a call of the contract; unless told otherwise, what is on screen is then fetched afresh before the write counts as done. */
export function useSend<C extends Call>(call: C, ...settings: SendingOf<C>) {
  const { otherwise, refresh = true, recent }: Settled<C> = settings[0] ?? {};
  const queries = useQueryClient();
  const keys = useIdempotencyKeys();
  const takeBack = async (body: InputOf<C>) => {
    await send(call, body).catch((error: unknown) => {
      throw toastFor(error, call, otherwise);
    });
    await queries.invalidateQueries();
  };
  return useMutation<ReplyOf<C>, Refused, InputOf<C>>({
    mutationFn: async (input) => {
      const body = JSON.stringify(input);
      const key = keys.take(body);
      try {
        const reply = await send(call, input, key);
        keys.end(body);
        return reply;
      } catch (error) {
        keys.end(body, error instanceof Refused && error.isFinal ? undefined : key);
        throw toastFor(error, call, otherwise);
      }
    },
    onSuccess: (reply, sent) => {
      record(recent, { sent, reply }, takeBack);
      return call.writes && refresh ? queries.invalidateQueries() : undefined;
    },
  });
}

/** Sends a file. `progress` is the share that is sent, 0 to 1, while it is under way. */
export function useUpload<C extends Call>(call: C, ...settings: SendingOf<C>) {
  const { otherwise, recent }: Settled<C> = settings[0] ?? {};
  const queries = useQueryClient();
  const [progress, setProgress] = useState<number>();
  const mutation = useMutation<ReplyOf<C>, Refused, { body: InputOf<C>; file: File }>({
    mutationFn: (what) =>
      upload(call, what, setProgress).catch((error: unknown) => {
        throw toastFor(error, call, otherwise);
      }),
    onSuccess: (reply, { body }) => {
      // A file is not kept: there is nothing that could be sent to take it back.
      record(recent, { sent: body, reply }, () => Promise.resolve());
      return call.writes ? queries.invalidateQueries() : undefined;
    },
    onSettled: () => setProgress(undefined),
  });
  return { ...mutation, progress };
}

const DOWNLOAD = ['download'];

/** Fetches a file and gives it to the browser; the result is the file's name. */
export const useDownload = <C extends Call>(call: C) =>
  useMutation<string, Refused, { body: InputOf<C>; form: 'csv' | 'xlsx' }>({
    mutationKey: DOWNLOAD,
    mutationFn: ({ body, form }) => download(call, body, form),
  });

/** Fetches a document and gives it to the browser; the result is the file's name. */
export const useDocument = <C extends Call>(call: C & { readonly document: string }) =>
  useMutation<string, Refused, InputOf<C>>({
    mutationKey: DOWNLOAD,
    mutationFn: (body) => downloadDocument<C>(call, body),
  });

/** How many files are being fetched, also for screens that were left meanwhile. */
export const useDownloads = (): number => useIsMutating({ mutationKey: DOWNLOAD });
