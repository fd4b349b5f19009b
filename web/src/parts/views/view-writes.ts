import { views, type SavedView, type ViewScope } from '@desk/contract/views';
import { useQueryClient } from '@tanstack/react-query';
import { useSend } from '../../api/hooks.ts';
import { recordChange } from '../../kit/edit/changes.ts';

interface Wanted {
  readonly name: string;
  readonly scope: ViewScope;
  readonly search: string;
}

/** What is done with the saved views of a screen; each write is over when the views on screen are those of the server. */
export function useViewWrites(screen: string) {
  const queries = useQueryClient();
  const saving = useSend(views.save, {
    refresh: false,
    recent: ({ name, view_id }) => ({ what: `View ${name} ${view_id === undefined ? 'saved' : 'changed'}` }),
  });
  const removing = useSend(views.remove, { refresh: false, recent: 'told by the caller' });
  const opening = useSend(views.setDefault, { refresh: false, recent: 'changes nothing' });
  /** Also after a refusal: a colleague may have changed or deleted it. */
  const afterwards = async <Result>(write: Promise<Result>): Promise<Result> => {
    try {
      return await write;
    } finally {
      await queries.invalidateQueries({ queryKey: [views.list.path] });
    }
  };
  return {
    isBusy: saving.isPending || removing.isPending || opening.isPending,
    /** A new view, or another content, name or scope of one that is there. */
    save: async (wanted: Wanted, was?: Partial<Pick<SavedView, 'view_id' | 'version'>>): Promise<number> => {
      const { view_id } = await afterwards(saving.mutateAsync({ screen, ...wanted, ...was }));
      return view_id;
    },
    remove: async ({ view_id, name }: SavedView): Promise<void> => {
      await afterwards(removing.mutateAsync({ view_id }));
      recordChange({ what: `View ${name} deleted` });
    },
    /** The screen is opened with it; with none as it comes. */
    openWith: (view_id: number | null) => afterwards(opening.mutateAsync({ screen, view_id })),
  };
}
