/** Nobody has touched the page for this long: what it asks for by itself is nobody's doing. */
const UNATTENDED_MS = 60_000;
const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart', 'click', 'input'] as const;

let lastSign = Date.now();
const note = (): void => {
  lastSign = Date.now();
};
for (const sign of SIGNS) window.addEventListener(sign, note, { passive: true, capture: true });

/** Whether somebody is at the screen. A session that is only kept alive by its own clock would never end. */
export const isAttended = (): boolean => Date.now() - lastSign < UNATTENDED_MS;
