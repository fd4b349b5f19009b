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
import { OwnDomains } from './domains.dialog.tsx';

/** One's own renewals of a month by their status, and by the reseller through whom the customer buys. */
export function RenewalMemberDashboardScreen() {
  const [schema] = useState(() => z.object({ month: searchMonth(businessMonth()) }));
  const [{ month }, set] = useScreenSearch(schema);
  const byStatus = useCall(boards.ownStatusCount, { month });
  const byReseller = useCall(boards.ownResellerCount, { month });
  useFreshRenewals();
  return (
    <ScreenFrame
      title="My Dashboard"
      beside={<MonthSteps value={month} onChange={(next) => set({ month: next }, 'push')} />}
    >
      <PanelGrid>
        <CountPanel
          kind="status"
          title="Monthly Dashboard"
          heading="Monthly"
          none="No confirmation status"
          lines={12}
          query={byStatus}
          counts={byStatus.data?.flags}
          badges
        >
          {(opened) => <OwnDomains {...opened} by="comment" month={month} />}
        </CountPanel>
        <CountPanel
          kind="reseller"
          title="Reseller Dashboard"
          heading="Reseller"
          none="Sold directly"
          lines={8}
          query={byReseller}
          counts={byReseller.data?.domain}
        >
          {(opened) => <OwnDomains {...opened} by="reseller" month={month} />}
        </CountPanel>
      </PanelGrid>
    </ScreenFrame>
  );
}
