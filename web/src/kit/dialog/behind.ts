/** The page's messages are read out and dismissed also while a dialog is open. */
const MESSAGES = '[data-messages]';

function markAround(top: Element, within: Element): void {
  for (const child of within.children) {
    if (child === top || child.matches(MESSAGES)) continue;
    if (child.querySelector(MESSAGES)) markAround(top, child);
    else child.setAttribute('inert', '');
  }
}

/** The dialog that was opened last, with what lies around it. */
export const dialogOnTop = (): Element | undefined => [...document.querySelectorAll('[data-modal]')].at(-1);

/** What lies behind the dialog on top can be neither pressed, nor given the focus, nor read; without a dialog all can. */
export function hideBehind(): void {
  for (const hidden of document.querySelectorAll('[inert]')) hidden.removeAttribute('inert');
  const top = dialogOnTop();
  if (top) markAround(top, document.body);
}
