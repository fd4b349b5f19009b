import type { ReactNode } from 'react';
import * as z from 'zod/mini';
import { ScreenFrame } from '../../kit/layout/screen-frame.tsx';
import { tableSearch, useScreenSearch } from '../../kit/filter/screen-search.ts';
import { Tabs } from '../../kit/layout/tabs.tsx';
import { Stack } from '../../kit/layout/stack.tsx';
import { OrdersList, searchTab } from './orders.list.tsx';

const TABS = { domains: 'Domains', orders: 'Orders' } as const;

interface Props {
  title: string;
  /** The tab of the domains. */
  children: ReactNode;
}

const { q, sort, page, cols, view } = tableSearch;
const Tab = z.object({ tab: searchTab, q, sort, page, cols, view });

/** Domains to buy seats for, and what became of the orders. What is searched for stays when the tab is changed. */
export function LicencesScreen({ title, children }: Props) {
  const [{ tab }, set] = useScreenSearch(Tab);
  return (
    <ScreenFrame title={title}>
      <Tabs
        label={title}
        tabs={TABS}
        value={tab}
        onChange={(next) => set({ tab: next, sort: '', page: 1, cols: '', view: '' })}
      >
        <Stack>{tab === 'orders' ? <OrdersList /> : children}</Stack>
      </Tabs>
    </ScreenFrame>
  );
}
