import { boards } from '@desk/contract/boards';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useCall } from '../../api/hooks.ts';
import { businessMonth } from '../../kit/text/clock.ts';
import { CountPanel } from '../../parts/team/count-panel.tsx';
import { MonthSteps } from '../../kit/filter/month-steps.tsx';
import { PanelGrid } from '../../kit/layout/panel.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { useScreenSearch } from '../../kit/filter/screen-search.ts';
import { searchMonth } from '../../parts/renewal/renewal-filter.ts';
import { useFreshRenewals } from '../../parts/renewal/renewal-lists.ts';
import { NOT_ASSIGNED, TeamDomains } from '../../parts/team/team-domains.tsx';
import { AgreementDomains, FlagDomains, SegmentDomains, StatusDomains } from './domains.dialog.tsx';

/** Where a month stands: its renewals by member, segment, agreement, flag and status. Each panel is asked for by itself. */
export function RenewalDashboardScreen() {
  const [schema] = useState(() => z.object({ month: searchMonth(businessMonth()) }));
  const [{ month }, set] = useScreenSearch(schema);
  useFreshRenewals();
  return (
    <ScreenFrame
      title="Renewal Dashboard"
      beside={<MonthSteps value={month} onChange={(next) => set({ month: next }, 'push')} />}
    >
      <PanelGrid>
        <TeamPanel month={month} />
        <SegmentPanel month={month} />
        <AgreementPanel month={month} />
        <FlagPanel month={month} />
        <StatusPanel month={month} />
      </PanelGrid>
    </ScreenFrame>
  );
}

interface Props {
  /** `yyyy-mm`. */
  month: string;
}

function TeamPanel({ month }: Props) {
  const query = useCall(boards.teamCount, { month });
  const { domains } = query.data ?? {};
  return (
    <CountPanel
      kind="member"
      title="Renewal Team Domain"
      heading="Team Member"
      none={NOT_ASSIGNED}
      lines={8}
      query={query}
      counts={domains}
    >
      {({ of, onClose }) => <TeamDomains email={of} month={month} onClose={onClose} />}
    </CountPanel>
  );
}

function SegmentPanel({ month }: Props) {
  const query = useCall(boards.segmentCount, { month });
  const { segments } = query.data ?? {};
  return (
    <CountPanel
      kind="segment"
      title="Segment Dashboard"
      heading="Segment"
      none="No segment"
      lines={8}
      query={query}
      counts={segments}
    >
      {(opened) => <SegmentDomains {...opened} month={month} />}
    </CountPanel>
  );
}

function AgreementPanel({ month }: Props) {
  const query = useCall(boards.agreementCount, { month });
  const { aggrements } = query.data ?? {};
  return (
    <CountPanel
      kind="agreement"
      title="Agreement Status"
      heading="Agreement"
      none="No agreement status"
      lines={5}
      query={query}
      counts={aggrements}
      badges
    >
      {(opened) => <AgreementDomains {...opened} month={month} />}
    </CountPanel>
  );
}

function FlagPanel({ month }: Props) {
  const query = useCall(boards.flagCount, { month });
  const { flags } = query.data ?? {};
  return (
    <CountPanel
      kind="flag"
      title="Flag Status"
      heading="Flag"
      none="No flag"
      lines={4}
      query={query}
      counts={flags}
      badges
    >
      {(opened) => <FlagDomains {...opened} month={month} />}
    </CountPanel>
  );
}

function StatusPanel({ month }: Props) {
  const query = useCall(boards.statusCount, { month });
  const { flags } = query.data ?? {};
  return (
    <CountPanel
      kind="status"
      title="Monthly Dashboard"
      heading="Confirmation Status"
      none="No confirmation status"
      lines={12}
      query={query}
      counts={flags}
      badges
      wide
    >
      {(opened) => <StatusDomains {...opened} month={month} />}
    </CountPanel>
  );
}
