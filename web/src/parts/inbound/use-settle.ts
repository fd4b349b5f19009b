import { inbound, type InboundMessage } from '@desk/contract/renewal-work/inbound';
import { useQueryClient } from '@tanstack/react-query';
import { useSend } from '../../api/hooks.ts';
import { recordChange, undo as undoChange, type Recorded } from '../../kit/edit/changes.ts';
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

/** Sees to a mail, or says whose it is, or opens it again. Refused, it throws, and what is on screen is fetched afresh: somebody was first. */
export function useSettle() {
  const queries = useQueryClient();
  const settling = useSend(inbound.settle, { recent: 'told by the caller' });
  const reopening = useSend(inbound.reopen, { recent: 'told by the caller' });
  const orFetchAfresh = (work: Promise<unknown>) =>
    work.catch((error: unknown) => {
      void queries.invalidateQueries();
      throw error;
    });
  const open = (message: InboundMessage, words: string, recorded: Recorded) =>
    orFetchAfresh(reopening.mutateAsync({ inbound_id: message.inbound_id })).then(() => {
      toast('done', words);
      recordChange(recorded);
    });
  const settle = async (message: InboundMessage, choice: Choice = {}) => {
    const { owner, silence = false } = choice;
    await orFetchAfresh(
      settling.mutateAsync({ inbound_id: message.inbound_id, ...owner, ...(silence && { silence }) }),
    );
    const words = doneWords(message, choice);
    const what = `${titleOf(message)}: ${words}`;
    // Whose it is, and who is not written to any more, is not taken back by opening the mail.
    if (owner || silence) {
      toast('done', words);
      recordChange({ what });
      return;
    }
    const change = recordChange({
      what,
      undo: () => open(message, `Undone: ${what}`, { what: `${what}, undone`, isUndo: true }),
    });
    toast('done', words, { undo: () => void undoChange(change) });
  };
  const reopen = (message: InboundMessage) => {
    const words = 'The mail is to be seen to';
    return open(message, words, { what: `${titleOf(message)}: ${words}` });
  };
  return { settle, reopen, isReopening: reopening.isPending };
}
