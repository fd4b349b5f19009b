import { useCallback } from 'react';
import * as z from 'zod/mini';
import { useOpenDialog } from '../../kit/dialog/use-open-dialog.ts';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { searchText, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SearchBox } from '../../kit/filter/search-box.tsx';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';
import classes from './overview.module.css';
import { DeploymentPanel, SupportPanel } from './tickets.panel.tsx';
import { TicketsDialog } from './tickets.dialog.tsx';
import { readTickets, writeTickets } from './model.ts';
import { OutstandingPanel, UpcomingPanel } from './top.panel.tsx';

const TITLE = 'Centralized Dashboard';
const LONGEST_DOMAIN = 253;
const VIEWS = { graph: 'Graph View', table: 'Table View' } as const;
const Search = z.object({ q: searchText, view: z.catch(z.enum(['graph', 'table']), 'graph') });

/** Who owes most, what renews next, and how the tickets stand; as charts, or the same numbers as tables. */
export function CentralizedDashboardScreen() {
  const [{ q, view }, set] = useScreenSearch(Search);
  const setQuery = useCallback((text: string) => set({ q: text }), [set]);
  const { opened, open, close } = useOpenDialog('tickets');
  const tickets = readTickets(opened);
  const wanted = q.trim().slice(0, LONGEST_DOMAIN);
  const top = { search: wanted, asTable: view === 'table' };
  return (
    <ScreenFrame
      title={TITLE}
      holding={wanted === '' ? 0 : 1}
      beside={<SegmentedControl label="View" options={VIEWS} value={view} onChange={(next) => set({ view: next })} />}
      toolbar={<SearchBox label="Search top domains" value={q} onSearch={setQuery} />}
    >
      <div className={classes.quarters}>
        <OutstandingPanel {...top} />
        <UpcomingPanel {...top} />
        <DeploymentPanel
          asTable={top.asTable}
          onOpen={(status) => open(writeTickets({ department: 'deployment', status }))}
        />
        <SupportPanel
          asTable={top.asTable}
          onOpen={(status) => open(writeTickets({ department: 'support', status }))}
        />
      </div>
      {tickets && <TicketsDialog {...tickets} onClose={close} />}
    </ScreenFrame>
  );
}
