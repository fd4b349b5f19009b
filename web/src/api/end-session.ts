import { access } from '@desk/contract/access';
import { send } from './client.ts';
import { clearSession, holdFirstLogin, readSession } from './session.ts';

/**
 * Takes the session out of this browser at once and tells the server, which may be slow or silent: that keeps nobody
 * signed in here. Resolves when the server has answered or could not be reached.
 */
export async function endSession(): Promise<void> {
  const told = readSession() ? send(access.logout, {}).catch(() => undefined) : undefined;
  clearSession();
  holdFirstLogin(undefined);
  await told;
}
