import { browserStorage } from '../browser/browser-storage.ts';
import { makeStore, useStore } from '../browser/store.ts';

export const COLOURS = ['light', 'dark', 'system'] as const;
export type Colours = (typeof COLOURS)[number];

const PLACE = 'desk:colours';
/** Counts the changes, so that whoever shows the choice reads it again. */
const changes = makeStore(0);

const chosen = (): Colours => COLOURS.find((one) => one === browserStorage.text(PLACE)) ?? 'system';

/** The styles know both themes and follow the system by themselves; only a choice against it is put on the page. */
function show(): void {
  const colours = chosen();
  if (colours === 'system') delete document.documentElement.dataset['colours'];
  else document.documentElement.dataset['colours'] = colours;
  changes.set(changes.get() + 1);
}

/** Shows the page in the colours that were chosen in this browser, whichever tab they are chosen in. */
export function followColours(): void {
  show();
  window.addEventListener('storage', ({ key }) => {
    if (key === PLACE || key === null) show();
  });
}

/** Kept in this browser for whoever uses it: the pages before the login have them too. */
export function useColours(): [Colours, (next: Colours) => void] {
  const colours = useStore(changes, chosen);
  const choose = (next: Colours) => {
    browserStorage.keepText(PLACE, next);
    show();
  };
  return [colours, choose];
}
