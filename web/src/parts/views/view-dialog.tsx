import { ViewScope, views, type SavedView } from '@desk/contract/views';
import { useRef } from 'react';
import * as z from 'zod/mini';
import { Refused } from '../../api/refused.ts';
import { toast } from '../../kit/feedback/toast.ts';
import { ChoiceCards } from '../../kit/form/choice-cards.tsx';
import { TextField, TickField } from '../../kit/form/fields.tsx';
import { FormDialog } from '../../kit/form/form-dialog.tsx';
import { FieldError } from '../../kit/form/form.ts';
import { useViewWrites } from './view-writes.ts';
import { SCOPES } from './view-words.ts';

const Form = z.object({ name: views.save.body.shape.name, scope: ViewScope, opens: z.boolean() });

const CONSEQUENCES: Readonly<Record<ViewScope, string>> = {
  private: 'Nobody else sees it.',
  team: 'Everyone who reports to the same manager, and the manager.',
  all: 'Everyone who has this screen.',
};

interface Props {
  screen: string;
  /** The view that gets another name or another scope; without it a new one is made. */
  view?: SavedView;
  /** What the view is to show. */
  search: string;
  mayShareWithAll: boolean;
  onSaved: (viewId: number) => void;
  onClose: () => void;
}

/** Who may see a view, in the words of whoever may change it. */
function choicesOf(view: SavedView | undefined, mayShareWithAll: boolean) {
  const { is_own = true, owner = '', scope: current } = view ?? {};
  const labels = is_own ? SCOPES : { ...SCOPES, private: `Only ${owner}`, team: `The team of ${owner}` };
  return ViewScope.options
    .filter((scope) => scope !== 'all' || mayShareWithAll || current === 'all')
    .map((value) => ({ value, label: labels[value], text: CONSEQUENCES[value] }));
}

/** The name of a view, and who sees it. */
export function ViewDialog({ screen, view, search, mayShareWithAll, onSaved, onClose }: Props) {
  const { save, openWith } = useViewWrites(screen);
  // What was saved is not made again when only the default failed.
  const made = useRef<number>(undefined);
  const { is_default = false } = view ?? {};
  const send = async ({ name, scope, opens }: z.output<typeof Form>) => {
    const id = made.current ?? view?.view_id;
    const was = id === undefined ? undefined : { view_id: id, ...(view && !made.current && { version: view.version }) };
    made.current = await save({ name, scope, search }, was).catch((error: unknown) => {
      const isTaken = error instanceof Refused && error.status === 409 && !view;
      throw isTaken ? new FieldError('name', error.message) : error;
    });
    if (opens !== is_default) await openWith(opens ? made.current : null);
    toast('done', view ? `View ${name} changed` : `View ${name} saved`);
    onSaved(made.current);
  };
  return (
    <FormDialog
      title={view ? `Change view ${view.name}` : 'Save as view'}
      schema={Form}
      start={{ name: view?.name ?? '', scope: view?.scope ?? 'private', opens: is_default }}
      submit="Save"
      draft={`view ${screen} ${String(view?.view_id ?? 'new')}`}
      send={send}
      onClose={onClose}
    >
      {(form) => (
        <>
          <TextField form={form} name="name" label="Name" required />
          <ChoiceCards
            form={form}
            name="scope"
            label="Who sees it"
            required
            begins={false}
            choices={choicesOf(view, mayShareWithAll)}
          />
          <TickField form={form} name="opens" label="Open this screen with this view" />
        </>
      )}
    </FormDialog>
  );
}
