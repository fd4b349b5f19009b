import { mailLog } from '@desk/contract/mail-log';
import { implement } from '../../platform/http/implement.ts';
import { refuse } from '../../platform/http/refusal.ts';
import { hold, resend, withdraw } from './commands.ts';
import { mailSwitch, messageOpened, pageOfMessages } from './queries.ts';

export const mailLogRoutes = implement(mailLog, {
  list: (asked, ctx) => pageOfMessages(asked, ctx),
  message: async ({ message_id }, { db }) => (await messageOpened(db, message_id)) ?? refuse(mailLog.message, 404),
  resend,
  withdraw,
  state: (_body, ctx) => mailSwitch(ctx),
  hold,
});
