import { myDay } from '@desk/contract/work/my-day';
import { implement } from '../../platform/http/implement.ts';
import { setNextAction } from './commands.ts';
import { myDayList, workByPerson } from './queries.ts';

export const myDayRoutes = implement(myDay, { list: myDayList, people: workByPerson, setNext: setNextAction });
