import type { WorkItem, WorkScope } from '@desk/contract/renewal-work/my-day';
import { ADD_ON_SCREEN, isOfRenewals } from '@desk/contract/rules/pages';
import { Suspense, useState, type ReactNode } from 'react';
import * as z from 'zod/mini';
import { lazyPart } from '../../api/load-code.ts';
import { useSession } from '../../api/session.ts';
import { useNarrow } from '../../kit/browser/use-narrow.ts';
import { Button } from '../../kit/button/button.tsx';
import { TextButton } from '../../kit/button/text-button.tsx';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { Skeleton } from '../../kit/feedback/skeleton.tsx';
import { useScreenSearch } from '../../kit/filter/screen-search.ts';
import { SegmentedControl } from '../../kit/filter/segmented-control.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { counted, weekday } from '../../kit/text/format.ts';
import { useItemActions } from './actions.panel.tsx';
import { AddOnsList } from './add-ons.list.tsx';
import { ChangesPanel } from './changes.panel.tsx';
import { CoveragePanel } from './coverage.panel.tsx';
import { DayList } from './day.list.tsx';
import { useAddOns, useChosen, useDay, useSameDay } from './hooks.ts';
import { ItemPanel } from './item.panel.tsx';
import { addOnsHeadline, headline, type Day } from './model.ts';
import classes from './my-day.module.css';
import { PeoplePanel } from './people.panel.tsx';
import { QuickActions } from './quick.panel.tsx';
import { RulesPanel } from './rules.panel.tsx';

const LeaveDialog = lazyPart(async () => (await import('./leave.dialog.tsx')).LeaveDialog);

/** Under this many pixels there is no room for the panel beside the list. */
const BESIDE_FROM = 1024;

/** The tab of add-ons, which are in no list of somebody's work. */
const ADD_ONS = 'addons';

const SEARCH = z.object({
  tab: z.catch(z.string().check(z.regex(/^(mine|team|addons|c\d{1,9})$/)), 'mine'),
  whose: z.catch(z.string().check(z.regex(/^\d{0,9}$/)), ''),
});

type AllAddOns = ReturnType<typeof useAddOns>;

/** Whose work a tab shows. */
function askedBy({ tab, whose }: z.output<typeof SEARCH>): { scope: WorkScope; account_id?: number } {
  if (tab === 'team') return { scope: 'team', ...(whose !== '' && { account_id: Number(whose) }) };
  return tab === 'mine' || tab === ADD_ONS
    ? { scope: 'mine' }
    : { scope: 'covering', account_id: Number(tab.slice(1)) };
}

function tabsOf(day: Day | undefined, { hasScreen, query }: AllAddOns): Readonly<Record<string, string>> {
  const covering = (day?.covering ?? []).map(
    ({ account_id, name, count }) => [`c${String(account_id)}`, `Covering for ${name} · ${String(count)}`] as const,
  );
  const unassigned = day?.unassigned ?? null;
  const team = unassigned === null ? [] : [['team', teamWords(unassigned)] as const];
  const shared = hasScreen ? [[ADD_ONS, addOnsWords(query.data?.count ?? 0)] as const] : [];
  return Object.fromEntries([['mine', 'Mine'] as const, ...covering, ...team, ...shared]);
}
const addOnsWords = (count: number) => (count === 0 ? 'Add-ons' : `Add-ons · ${String(count)}`);
const teamWords = (unassigned: number) => (unassigned === 0 ? 'Team' : `Team · ${String(unassigned)} unassigned`);

const Headline = ({ words }: { words: string | undefined }) =>
  words !== undefined && <p className={classes.headline}>{words}</p>;

/** What there is to do today, for who works on renewals, on the add-on product, or on both. */
export function MyDayScreen() {
  const routes = (useSession()?.menu ?? []).map(({ to_route }) => to_route);
  const addOns = useAddOns(routes.includes(ADD_ON_SCREEN));
  return routes.some(isOfRenewals) ? <WorkOfAll addOns={addOns} /> : <AddOnsOnly addOns={addOns} />;
}

/** What is shared, with the tabs of who has other work too. */
const AddOnsOnly = ({ addOns, tabs }: { addOns: AllAddOns; tabs?: ReactNode }) => (
  <ScreenFrame
    title="My day"
    beside={<Headline words={addOns.query.data && addOnsHeadline(addOns.query.data)} />}
    actions={tabs}
  >
    <AddOnsList {...addOns} />
  </ScreenFrame>
);

function WorkOfAll({ addOns }: { addOns: AllAddOns }) {
  const [search, set] = useScreenSearch(SEARCH);
  const shown = useDay(askedBy(search));
  const { tab } = search;
  const tabs = (
    <Whose tabs={tabsOf(shown.day, addOns)} tab={tab} onChange={(to) => set({ tab: to, whose: '' }, 'push')} />
  );
  if (tab === ADD_ONS && addOns.hasScreen) return <AddOnsOnly addOns={addOns} tabs={tabs} />;
  const waiting = addOns.query.data?.count ?? 0;
  const elsewhere = tab === 'mine' && waiting > 0 && (
    <TextButton onPress={() => set({ tab: ADD_ONS }, 'push')}>{counted(waiting, 'add-on')} to renew</TextButton>
  );
  const own = tab === 'mine' && addOns.query.data?.is_own_work === true ? waiting : 0;
  return <DayOfRenewals {...{ ...search, shown, tabs, elsewhere, addOns: own }} onChoose={(whose) => set({ whose })} />;
}

interface RenewalsProps extends z.output<typeof SEARCH> {
  shown: ReturnType<typeof useDay>;
  tabs: ReactNode;
  /** What there is to do in another tab, where nothing is to be done in this one. */
  elsewhere: ReactNode;
  /** So many add-ons are to be renewed beside what is shown. */
  addOns: number;
  onChoose: (whose: string) => void;
}

/** The most urgent first, and beside it all that is needed to do it. */
function DayOfRenewals({ tab, whose, shown, tabs, elsewhere, addOns, onChoose }: RenewalsProps) {
  const { query, day, showMore, isFetching } = shown;
  const isTeam = tab === 'team';
  return (
    <ScreenFrame title="My day" beside={<Headline words={day && headline(day, addOns)} />} actions={tabs}>
      {isTeam && <CoveragePanel />}
      {isTeam && <ChangesPanel whose={whose} />}
      {isTeam && <PeoplePanel whose={whose} onChoose={onChoose} />}
      {day?.away && !isTeam && <Away away={day.away} />}
      {day ? (
        <Work
          key={`${tab}-${whose}`}
          {...{ day, isFetching, elsewhere }}
          isOld={query.isPlaceholderData}
          onMore={showMore}
          withOwner={isTeam}
        />
      ) : (
        <Pending error={query.error?.message} onRetry={() => void query.refetch()} />
      )}
    </ScreenFrame>
  );
}

const Pending = ({ error, onRetry }: { error: string | undefined; onRetry: () => void }) =>
  error === undefined ? (
    <Skeleton blocks={6} height={52} />
  ) : (
    <ErrorPanel text="Could not fetch the day." what={error} onRetry={onRetry} />
  );

interface WhoseProps {
  tabs: Readonly<Record<string, string>>;
  tab: string;
  onChange: (tab: string) => void;
}

/** Whose work is shown, and who is away. */
function Whose({ tabs, tab, onChange }: WhoseProps) {
  const [isLeaving, setIsLeaving] = useState(false);
  return (
    <>
      {Object.keys(tabs).length > 1 && (
        <SegmentedControl label="Whose work" options={tabs} value={tab} onChange={onChange} />
      )}
      {tab === 'team' && <RulesPanel />}
      <Button variant="default" onClick={() => setIsLeaving(true)}>
        Leave
      </Button>
      {isLeaving && (
        <Suspense>
          <LeaveDialog onClose={() => setIsLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}

const Away = ({ away: { to, cover } }: { away: NonNullable<Day['away']> }) => (
  <p className={classes.away}>
    You are away until {weekday(to)}.{' '}
    {cover === null ? 'Nobody covers: your work is Unassigned.' : `${cover} has your work until then.`}
  </p>
);

interface WorkProps {
  day: Day;
  /** It is that of before, until the one that was asked for is there. */
  isOld: boolean;
  onMore: ReturnType<typeof useDay>['showMore'];
  isFetching: boolean;
  withOwner: boolean;
  elsewhere: ReactNode;
}

function Work({ day: latest, isOld, onMore, isFetching, withOwner, elsewhere }: WorkProps) {
  const narrow = useNarrow(BESIDE_FROM);
  const [isDialogOpen, setIsDialogOpen] = useState(false);
  const day = useSameDay(latest, narrow && isDialogOpen);
  const items = day.groups.flatMap((group) => group.items);
  const [isWriting, setIsWriting] = useState(false);
  const { item, choose, next, hasChosen } = useChosen(items, { isOld, isWriting, isDialogOpen });
  const { actions, dialog } = useItemActions(item, items, next);
  const nothing = (
    <EmptyState text="Nothing to do" hint="New renewals come as their terms near.">
      {elsewhere}
    </EmptyState>
  );
  const below = (one: WorkItem) => <QuickActions item={one} actions={actions} onDialog={setIsDialogOpen} />;
  // Where it opens below its row, nothing is open before a row was pressed.
  const chosen = narrow && !hasChosen ? undefined : item;
  const list = items.length > 0 && (
    <DayList {...{ day, chosen, onMore, isFetching, withOwner }} onChoose={choose} below={narrow ? below : undefined} />
  );
  return (
    <>
      {item ? (
        <div className={classes.panes} aria-busy={isOld} data-old={isOld || undefined}>
          {list || nothing}
          {!narrow && (
            <ItemPanel
              {...{ item, actions, isDialogOpen }}
              onNext={next}
              onWriting={setIsWriting}
              onDialog={setIsDialogOpen}
            />
          )}
        </div>
      ) : (
        nothing
      )}
      {/* It outlasts the item that it is about. */}
      {dialog}
    </>
  );
}
