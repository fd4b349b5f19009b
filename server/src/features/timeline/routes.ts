import { timeline } from '@desk/contract/timeline';
import { implement } from '../../platform/http/implement.ts';
import { entriesOf, summaryOf } from './queries.ts';

export const timelineRoutes = implement(timeline, { summary: summaryOf, entries: entriesOf });
