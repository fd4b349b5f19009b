import { myDay } from '@desk/contract/renewal-work/my-day';
import { addOnsToRenew } from '../../domain/work-items/add-ons.ts';
import { implement } from '../../platform/http/implement.ts';
import { setNextAction } from './commands.ts';
import { nextAfterComment } from '../../domain/work-items/next-after.ts';
import { myDayList, workByPerson } from './queries.ts';

export const myDayRoutes = implement(myDay, {
  list: myDayList,
  people: workByPerson,
  addOns: addOnsToRenew,
  nextAfter: nextAfterComment,
  setNext: setNextAction,
});
