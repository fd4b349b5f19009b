import type { SavedView, ViewScope } from '@desk/contract/views';

export const SCOPES: Readonly<Record<ViewScope, string>> = { private: 'Only me', team: 'My team', all: 'All staff' };

/** Whose a view is, where it is not one's own alone. */
export function ownerWords({ scope, is_own, owner }: SavedView): string | undefined {
  if (scope === 'private') return undefined;
  const whose = scope === 'all' ? 'For all staff' : is_own ? 'For my team' : 'For the team';
  return is_own ? whose : `${whose}, by ${owner}`;
}
