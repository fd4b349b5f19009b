import type { InputOf } from '@desk/contract/call';
import { mailLog, type LoggedMessage, type MailSwitch, type MessageState } from '@desk/contract/mail-log';
import { storeSession } from '../../../api/session.ts';
import { brand } from '../../../parts/testing/brand.ts';
import { answering, showAt } from '../../../testing/show.tsx';
import { MailLogScreen } from '../mail-log.screen.tsx';

export const message = (message_id: number, change: Partial<LoggedMessage> = {}): LoggedMessage => ({
  message_id,
  notification_type: 'Email',
  purpose: 'renewal',
  recipient: `person${String(message_id)}@acme.example`,
  subject: 'Renewal of acme.example',
  state: 'sent',
  reason: null,
  attempts: 1,
  created_by: 'asha@desk.example',
  created_at: '2026-11-21T08:30:00Z',
  finished_at: '2026-11-21T08:31:00Z',
  next_try_at: null,
  expired: false,
  ...change,
});
export const failed = message(2, { state: 'failed', reason: '550 No such user', attempts: 1 });
export const leaving: MailSwitch = { held: false, since: null, by: null, waiting: 0 };
export const held: MailSwitch = { held: true, since: '2026-11-21T08:35:00Z', by: 'asha@desk.example', waiting: 12 };

export const signIn = (routes: readonly string[]) =>
  storeSession({
    user: 'asha@desk.example',
    token: { login_token: 'x', exp: 4e9 },
    menu: routes.map((to_route, at) => ({ menu_id: at + 1, menu_name: to_route, to_route })),
    role: 'ADMIN',
  });

const STATES: readonly MessageState[] = ['queued', 'held', 'sent', 'failed'];
/** The log as the server has it: `counts` are of all, whatever state is asked for. */
export const logOf = (all: readonly LoggedMessage[]) => (body: InputOf<typeof mailLog.list>) => {
  const found = all.filter(({ state }) => body.state === undefined || state === body.state);
  const page = body.page ?? 1;
  const counts = Object.fromEntries(STATES.map((state) => [state, all.filter((one) => one.state === state).length]));
  return {
    messages: found.slice((page - 1) * 50, page * 50),
    total: found.length,
    counts: counts as Record<MessageState, number>,
  };
};
export const log = (...all: readonly LoggedMessage[]) => answering(mailLog.list, logOf(all));
export const reported = (one: LoggedMessage, text: string | null = 'Dear customer') =>
  answering(mailLog.message, { message: one, text, provider_id: '<7@desk.example>', renewals: [] });

/** The screen at an address, in front of messages that leave unless it is answered otherwise. */
export function open(search: string, ...answers: Parameters<typeof showAt>[2][]) {
  const switchStands = answering(mailLog.state, leaving);
  const shown = showAt(`/home${search}`, <MailLogScreen />, ...answers, switchStands, brand);
  const press = async (name: string | RegExp) => shown.user.click(await shown.screen.findByRole('button', { name }));
  return { ...shown, press };
}
