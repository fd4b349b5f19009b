import { parseCrontab } from 'graphile-worker';
import { expect, test } from 'vitest';
import { timetable } from './jobs.ts';

test('each line of the crontab can be read, and names a task that there is', () => {
  const tasks = { ...timetable.tasks, ...timetable.urgent, ...timetable.slow };
  const named = parseCrontab(timetable.crontab.join('\n')).map(({ task }) => task);
  expect(named).toContain('send-reminders');
  for (const task of named) expect(tasks).toHaveProperty([task]);
});
