import { OrganizationState } from '@desk/contract/directory-product';
import { useState } from 'react';
import * as z from 'zod/mini';
import { useBrand } from '../../api/brand.ts';
import { businessMonth } from '../../kit/text/clock.ts';
import { placeOf } from '../../kit/filter/list-filters.tsx';
import { MonthSteps } from '../../kit/filter/month-steps.tsx';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { Tabs } from '../../kit/layout/tabs.tsx';
import { searchMonth } from '../../parts/renewal/renewal-filter.ts';
import { OrganizationsPanel } from './organizations.panel.tsx';
import { RenewalsPanel } from './renewals.panel.tsx';

const TABS = { renewals: 'Renewals', organizations: 'Organisations' } as const;

/** The renewals of the directory product, and the organisations with their contracts, from which they follow. */
export function DirectoryRenewalsScreen() {
  const [places] = useState(() => ({
    month: placeOf(searchMonth(businessMonth())),
    tab: placeOf(z.catch(z.enum(['renewals', 'organizations']), 'renewals')),
  }));
  const [schema] = useState(() =>
    z.object({
      ...tableSearch,
      month: places.month.reads,
      tab: places.tab.reads,
      state: z.catch(z.union([OrganizationState, z.literal('')]), ''),
    }),
  );
  const [search, set] = useScreenSearch(schema);
  const { tab, month } = search;
  const product = useBrand().data?.directory_product_name ?? 'Directory';
  return (
    <ScreenFrame
      title={`${product} Renewals`}
      {...(tab === 'renewals' && {
        beside: <MonthSteps value={month} onChange={(next) => set({ month: next }, 'push')} />,
      })}
    >
      <Tabs
        label={product}
        tabs={TABS}
        value={tab}
        onChange={(next) => set({ tab: next, q: '', state: '', cols: '', view: '' }, 'push')}
      >
        {tab === 'renewals' ? (
          <RenewalsPanel title={`${product} Renewals`} places={places} />
        ) : (
          <OrganizationsPanel places={places} />
        )}
      </Tabs>
    </ScreenFrame>
  );
}
