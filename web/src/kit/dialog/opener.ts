import { toHeading, toWhatIsLeft } from '../keyboard/use-restored-focus.ts';

/** What opened a dialog in whose place another one stands at this moment. */
let handedOn: Element | undefined;

/** What gets the focus back when a dialog that opens now closes: of one that takes the place of another, what opened that one. */
export const openerOfNow = (): Element | null => handedOn ?? document.activeElement;

/** Gives the focus back to what opened a dialog; where that cannot have it any more, to what is left. */
export function giveBack(opener: Element | null): void {
  const isBehind = opener !== null && opener.closest('[inert]') !== null;
  // Behind another dialog nothing can have the focus. One that takes this one's place asks for it before the microtask.
  if (isBehind) handedOn = opener;
  else if (opener instanceof HTMLElement) opener.focus();
  queueMicrotask(() => {
    handedOn = undefined;
    if (document.activeElement !== document.body) return;
    if (opener?.isConnected === true && !isBehind) toHeading(opener);
    else toWhatIsLeft();
  });
}
