import { inbound, type InboundMessage } from '@desk/contract/renewal-work/inbound';
import { useQueryClient } from '@tanstack/react-query';
import { useSend } from '../../api/hooks.ts';
import { recordChange } from '../../kit/edit/changes.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { silencedBy, titleOf } from './inbound-words.ts';

interface Choice {
  /** Whose an unmatched mail is. */
  readonly owner?: { readonly domain_name: string; readonly renewal_id?: number } | undefined;
  /** Whoever it is about is not written to any more. */
  readonly silence?: boolean;
}

const doneWords = (message: InboundMessage, { owner, silence = false }: Choice): string => {
  const first = owner ? `The mail is now with ${owner.domain_name}` : 'The mail is done';
  return silence ? `${first}, and ${silencedBy(message) ?? 'its sender'} is not written to any more` : first;
};

/** Sees to a mail, or says whose it is. Refused, it throws, and what is on screen is fetched afresh: somebody was first. */
export function useSettle() {
  const queries = useQueryClient();
  const { mutateAsync, isPending } = useSend(inbound.settle, { recent: 'told by the caller' });
  const settle = async (message: InboundMessage, choice: Choice = {}) => {
    const { owner, silence = false } = choice;
    try {
      await mutateAsync({ inbound_id: message.inbound_id, ...owner, ...(silence && { silence }) });
    } catch (error) {
      void queries.invalidateQueries();
      throw error;
    }
    const words = doneWords(message, choice);
    toast('done', words);
    recordChange({ what: `${titleOf(message)}: ${words}` });
  };
  return { settle, isPending };
}
