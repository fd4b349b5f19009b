import { access } from '@desk/contract/access';
import { send } from './client.ts';
import { Refused } from './refused.ts';
import { clearSession, heldFirstLogin, holdFirstLogin, readSession } from './session.ts';

const unknownThere = (error: unknown) => error instanceof Refused && error.status === 401;

/**
 * Takes the session out of this browser at once and tells the server, which may be slow or silent: that keeps nobody
 * signed in here. Resolves when the server has answered or could not be reached; false: it may still hold the session.
 * @param how whether somebody left or the session `ended` by itself: other tabs do the same.
 */
export async function endSession(how: 'left' | 'ended'): Promise<boolean> {
  const held = readSession() ?? heldFirstLogin();
  const ending = held ? send(access.logout, {}).then(() => true, unknownThere) : true;
  clearSession(how);
  holdFirstLogin(undefined);
  return ending;
}
