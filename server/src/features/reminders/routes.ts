import { reminders } from '@desk/contract/renewal-work/reminders';
import { implement } from '../../platform/http/implement.ts';
import { pause, resume, savePolicy } from './commands.ts';
import { policy, preview, stepsOfRenewal } from './queries.ts';

export const reminderRoutes = implement(reminders, {
  policy,
  savePolicy,
  previewPolicy: preview,
  list: stepsOfRenewal,
  pause,
  resume,
});
