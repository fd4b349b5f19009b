import type { BodyOf, ReplyOf } from '@desk/contract/call';
import { licences } from '@desk/contract/licences';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { useSend } from '../../api/hooks.ts';
import { Refused } from '../../api/refused.ts';
import { clearDraft } from '../../kit/form/drafts.ts';
import { counted } from '../../kit/text/format.ts';
import { toast } from '../../kit/feedback/toast.ts';

export type LicenceDetails = ReplyOf<typeof licences.subscription>;

const Reasoned = z.object({ reason: z.string() });
/** Under which name the typed seats are kept. */
export const draftOf = ({ subscription }: LicenceDetails) => `add-license ${subscription.subscription_id}`;

export interface Ordered {
  domainName: string;
  details: LicenceDetails;
  /** The seats that the caller sees, which the order names. */
  seats: number;
  /** The numbers are old: asks for them again. */
  onStale: () => Promise<{ data: LicenceDetails | undefined }>;
}

/** Sends an order; what it throws is said at the form. Resolves with the order's id. */
export function useSeatOrder({ domainName, details, seats, onStale }: Ordered) {
  const add = useSend(licences.add, {
    otherwise: 'Failed to add License..!!',
    refresh: false,
    recent: ({ added_seats }) => ({ what: `${counted(Number(added_seats), 'seat')} ordered for ${domainName}` }),
  });
  const { subscription_id, customer_id, plan_name } = details.subscription;
  // An order whose answer was lost goes out again as it was: with seats that are read afresh it would be another one.
  const lost = useRef<BodyOf<typeof licences.add>>(undefined);

  const afterLoss = async ({ message }: Refused, order: BodyOf<typeof licences.add>): Promise<Error> => {
    lost.current = order;
    const { data } = await onStale();
    if (data?.order) clearDraft(draftOf(details));
    return new Error(`${message} Pressing again does not buy twice.`);
  };
  const explained = async (error: unknown, order: BodyOf<typeof licences.add>): Promise<unknown> => {
    if (!(error instanceof Refused)) return error;
    if (!error.isFinal) return afterLoss(error, order);
    lost.current = undefined;
    if (error.status === 409) {
      const { data } = await onStale();
      // Then the form, with what it says, gives way to the order that is under way.
      if (data?.order) toast('failed', error.message);
    }
    const answer = Reasoned.safeParse(error.body);
    return answer.success ? new Error(`${error.message} ${answer.data.reason}`) : error;
  };
  return async (added_seats: number) => {
    const fresh = { domain_name: domainName, subscription_id, customer_id, plan_name, seats, added_seats };
    const order = lost.current?.added_seats === added_seats ? lost.current : fresh;
    try {
      return (await add.mutateAsync(order)).order_id;
    } catch (error) {
      throw await explained(error, order);
    }
  };
}
