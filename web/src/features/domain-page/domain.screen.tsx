import { followUp } from '@desk/contract/follow-up';
import { timeline, type DomainSummary } from '@desk/contract/timeline';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Tabs } from '../../kit/layout/tabs.tsx';
import { CommentInPlace } from '../../parts/domain-page/comment-in-place.tsx';
import { namesNothing, useOrigin } from '../../parts/domain-page/domain-page-address.ts';
import { TimelinePanel } from '../../parts/domain-page/timeline-panel.tsx';
import { useMailIn } from '../../parts/inbound/use-mail-in.tsx';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { Actions } from './actions.panel.tsx';
import { AskedPanel, NobodyReachable } from './asked.panel.tsx';
import { CompanyPanel } from './company.panel.tsx';
import classes from './domain-page.module.css';
import { DomainFacts } from './facts.panel.tsx';
import { tabsOf, workedOn, type PageTab } from './model.ts';
import { OffersPanel } from './offers.panel.tsx';
import { RenewalPanel } from './renewal.panel.tsx';
import { SectionPanel } from './sections.panel.tsx';
import { StepsPanel } from './steps.panel.tsx';

const isTab = (text: unknown): text is PageTab => typeof text === 'string' && text in tabsOf(undefined);

type Search = Readonly<Partial<Record<'tab' | 'renewal', string>>>;

/** What of the domain is shown, as its address says; a choice leaves the way back as it is. */
function usePlace() {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.search as Search });
  const go = (to: Search) => void navigate({ to: '.', search: to, state: true, replace: true, resetScroll: false });
  const { tab, ...beside } = search;
  const id = z.safeParse(followUp.comments.body.shape.renewal_id, Number(search.renewal));
  return {
    tab: isTab(tab) ? tab : 'timeline',
    choose: (other: PageTab) => go(other === 'timeline' ? beside : { ...beside, tab: other }),
    /** Of the several renewals of a domain; undefined: the address names none. */
    renewalId: id.data,
    work: (renewal: number) => go({ ...search, renewal: String(renewal) }),
  } as const;
}
type Place = ReturnType<typeof usePlace>;

/** All there is about a domain: how it stands, what happened, and seven sections that load and fail each for itself. */
export function DomainScreen({ name }: { name: string }) {
  const place = usePlace();
  const { renewalId } = place;
  // Another renewal of the domain: what is there stays until it has come.
  const asked = { domain_name: name, ...(renewalId !== undefined && { renewal_id: renewalId }) };
  const { data, error, refetch } = useCall(timeline.summary, asked, { keep: true });
  useFreshRenewals();
  const shown = data && workedOn(data.renewals, renewalId);
  return (
    <div className={classes.page}>
      <StepsPanel />
      <ScreenFrame title={data?.domain_name ?? name} beside={<Actions name={name} summary={data} renewal={shown} />}>
        {namesNothing(error) ? (
          <EmptyState text={timeline.summary.refusals[404]} />
        ) : !data && error ? (
          <ErrorPanel text="Could not fetch this domain." what={error.message} onRetry={() => void refetch()} />
        ) : (
          <>
            {data && data.renews_on !== null && <NobodyReachable domain={name} />}
            <DomainFacts summary={data} renewal={shown} />
            <Body name={name} summary={data} shown={shown} place={place} />
          </>
        )}
      </ScreenFrame>
    </div>
  );
}

interface BodyProps {
  name: string;
  summary: DomainSummary | undefined;
  shown: DomainSummary['renewals'][number] | undefined;
  place: Place;
}

function Body({ name, summary, shown, place: { tab, choose, work } }: BodyProps) {
  const { next } = useOrigin();
  const mail = useMailIn();
  return (
    <Tabs label={`About ${name}`} tabs={tabsOf(summary?.counts)} value={tab} onChange={choose}>
      {tab === 'timeline' ? (
        <div className={classes.columns}>
          <div className={classes.main}>
            {shown && <CommentInPlace key={shown.renewal_id} renewal={shown} onNext={next && (() => next(true))} />}
            <TimelinePanel domain={name} current={shown} onMail={mail.open} />
          </div>
          <div className={classes.side}>
            {shown && <RenewalPanel renewal={shown} all={summary?.renewals ?? []} onChoose={work} />}
            <AskedPanel domain={name} />
            {shown && <OffersPanel renewalId={shown.renewal_id} />}
            <CompanyPanel domain={name} />
          </div>
          {mail.dialog}
        </div>
      ) : (
        <SectionPanel tab={tab} domain={name} />
      )}
    </Tabs>
  );
}
