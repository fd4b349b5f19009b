import type { World } from '../world/types.ts';
import { crmTime, type Task } from './crm-records.ts';
import { crmPage, crmRecord } from './paging.ts';
import { makePeople } from './people.ts';
import { ADDED, eachRow, invalid, missing, UPDATED, unknownId, written, type Fields } from './rows.ts';
import { settingsCalls } from './settings.ts';
import type { ZohoAnswer, ZohoRequest } from './wire.ts';

/** The organisation's CRM: its people, its tasks, and how often either was written. */
export function makeCrm(world: World) {
  /** Each write a second after the last one. */
  let clock = Date.parse(world.today) + 6 * 3_600_000;
  const now = () => crmTime((clock += 1000));
  const people = makePeople(world, now);
  const tasks: Task[] = [];
  let tasksCreated = 0;

  function createTask(row: Fields) {
    const { Subject, Description, Status, Due_Date, Who_Id } = row as Partial<Task>;
    if (!Subject) return missing('Subject');
    const who = Who_Id ? people.contact(Who_Id.id) : undefined;
    if (Who_Id && !who) return invalid('Who_Id');
    const at = now();
    const task: Task = {
      id: `55500000${900_000 + tasks.length}`,
      Subject,
      Description: Description ?? null,
      Status: Status ?? 'Not Started',
      Due_Date: Due_Date ?? null,
      Who_Id: who ? { id: who.id, name: who.Full_Name } : null,
      Created_Time: at,
      Modified_Time: at,
    };
    tasks.unshift(task);
    tasksCreated += 1;
    return written(ADDED, task);
  }

  function updateTask({ id, body }: ZohoRequest): ZohoAnswer {
    const task = tasks.find((one) => one.id === id);
    if (!task) return unknownId(id);
    return eachRow(body, ({ Subject, Description, Status, Due_Date }) => {
      if (Subject !== undefined && !Subject) return missing('Subject');
      const named = Object.entries({ Subject, Description, Status, Due_Date }).filter(
        ([, value]) => value !== undefined,
      );
      return written(UPDATED, Object.assign(task, Object.fromEntries(named), { Modified_Time: now() }));
    });
  }

  return {
    contacts: people.contacts,
    accounts: people.accounts,
    tasks: (): readonly Task[] => tasks,
    effects: () => ({ ...people.effects(), tasksCreated }),
    calls: {
      ...people.calls,
      ...settingsCalls,
      'tasks.list': ({ query }: ZohoRequest) => crmPage(tasks, query),
      'tasks.get': (request: ZohoRequest) =>
        crmRecord(
          tasks.find(({ id }) => id === request.id),
          request,
        ),
      'tasks.update': updateTask,
      'tasks.create': ({ body }: ZohoRequest) => eachRow(body, createTask),
    },
  };
}
