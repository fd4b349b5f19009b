import { timeline, type DomainSummary } from '@desk/contract/timeline';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useCall } from '../../api/hooks.ts';
import { EmptyState, ErrorPanel } from '../../kit/feedback/panels.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { Tabs } from '../../kit/layout/tabs.tsx';
import { namesNothing, useOrigin } from '../../parts/dossier/dossier-address.ts';
import { Actions } from './actions.panel.tsx';
import { CommentInPlace } from './comment.form.tsx';
import { CompanyPanel } from './company.panel.tsx';
import classes from './dossier.module.css';
import { DomainFacts } from './facts.panel.tsx';
import { tabsOf, type PageTab } from './model.ts';
import { RenewalPanel } from './renewal.panel.tsx';
import { SectionPanel } from './sections.panel.tsx';
import { StepsPanel } from './steps.panel.tsx';
import { TimelinePanel } from './timeline.panel.tsx';

const isTab = (text: unknown): text is PageTab => typeof text === 'string' && text in tabsOf(undefined);

/** The tab that the address names; a choice leaves the way back as it is. */
function useTab(): [tab: PageTab, choose: (tab: PageTab) => void] {
  const navigate = useNavigate();
  const named = useRouterState({ select: ({ location }) => (location.search as Record<string, unknown>)['tab'] });
  const choose = (tab: PageTab) =>
    void navigate({
      to: '.',
      search: tab === 'timeline' ? {} : { tab },
      state: true,
      replace: true,
      resetScroll: false,
    });
  return [isTab(named) ? named : 'timeline', choose];
}

interface Props {
  name: string;
  /** The renewal from whose row it was opened. */
  renewal: number | undefined;
}

/** All there is about a domain: how it stands, what happened, and seven sections that load and fail each for itself. */
export function DomainScreen({ name, renewal }: Props) {
  const { data, error, refetch } = useCall(timeline.summary, { domain_name: name });
  const [chosen, setChosen] = useState(renewal);
  const shown = data?.renewals.find(({ renewal_id }) => renewal_id === chosen) ?? data?.renewals[0];
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
            <DomainFacts summary={data} />
            <Body name={name} summary={data} shown={shown} onChoose={setChosen} />
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
  onChoose: (renewal: number) => void;
}

function Body({ name, summary, shown, onChoose }: BodyProps) {
  const [tab, choose] = useTab();
  const { next } = useOrigin();
  return (
    <Tabs label={`About ${name}`} tabs={tabsOf(summary?.counts)} value={tab} onChange={choose}>
      {tab === 'timeline' ? (
        <div className={classes.columns}>
          <div className={classes.main}>
            {shown && <CommentInPlace key={shown.renewal_id} renewal={shown} onNext={next && (() => next(true))} />}
            <TimelinePanel domain={name} current={shown} />
          </div>
          <div className={classes.side}>
            {shown && <RenewalPanel renewal={shown} all={summary?.renewals ?? []} onChoose={onChoose} />}
            <CompanyPanel domain={name} />
          </div>
        </div>
      ) : (
        <SectionPanel tab={tab} domain={name} />
      )}
    </Tabs>
  );
}
