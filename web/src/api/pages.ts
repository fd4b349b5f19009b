import type { Call, InputOf, ReplyOf } from '@desk/contract/call';
import { keepPreviousData, useInfiniteQuery, type InfiniteData, type QueryKey } from '@tanstack/react-query';
import { send } from './client.ts';
import type { Refused } from './refused.ts';

/**
 * Reads a list that goes on: `next` makes the body of the following call from the last answer, undefined at the end.
 * Asked for anew, all pages are read again one after the other, so that none overlaps another and nothing falls between.
 */
export function useCallPages<C extends Call>(
  call: C,
  body: InputOf<C>,
  next: (last: ReplyOf<C>) => InputOf<C> | undefined,
) {
  return useInfiniteQuery<ReplyOf<C>, Refused, InfiniteData<ReplyOf<C>>, QueryKey, InputOf<C>>({
    queryKey: [call.path, 'pages', body],
    queryFn: ({ pageParam }) => send(call, pageParam as InputOf<C>),
    initialPageParam: body,
    getNextPageParam: next,
    placeholderData: keepPreviousData,
  });
}
