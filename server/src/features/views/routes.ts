import { views } from '@desk/contract/views';
import { implement } from '../../platform/http/implement.ts';
import { removeView, saveView, setDefaultView } from './commands.ts';
import { viewsOfScreen } from './queries.ts';

export const viewRoutes = implement(views, {
  list: viewsOfScreen,
  save: saveView,
  remove: removeView,
  setDefault: setDefaultView,
});
