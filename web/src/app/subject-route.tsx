import { timeline } from '@desk/contract/timeline';
import { useParams } from '@tanstack/react-router';
import { Suspense, type ReactNode } from 'react';
import { useBrand } from '../api/brand.ts';
import { lazyPart } from '../api/load-code.ts';
import { useMayCall } from '../api/may-call.ts';
import { ErrorPanel } from '../kit/feedback/panels.tsx';
import { NotYours } from './error-pages.tsx';
import { Loading } from './loading.tsx';

export const DomainScreen = lazyPart(
  async () => (await import('../features/domain-page/domain.screen.tsx')).DomainScreen,
);
const ResellerScreen = lazyPart(
  async () => (await import('../features/domain-page/reseller.screen.tsx')).ResellerScreen,
);

/** The page of a domain or a reseller, for who has a screen with domains; the server checks again, call by call. */
function ForStaff({ children }: { children: ReactNode }) {
  const brand = useBrand();
  const may = useMayCall(timeline.summary);
  if (may) return <Suspense fallback={<Loading />}>{children}</Suspense>;
  if (brand.isPending) return <Loading />;
  if (brand.isError) return <ErrorPanel text={brand.error.message} onRetry={() => void brand.refetch()} />;
  return <NotYours isOfCustomers={false} wasTaken={false} />;
}

export function DomainRoute() {
  const { domain } = useParams({ from: '/inside/home/domain/$domain' });
  return (
    <ForStaff>
      <DomainScreen key={domain} name={domain} />
    </ForStaff>
  );
}

export function ResellerRoute() {
  const { email } = useParams({ from: '/inside/home/reseller/$email' });
  return (
    <ForStaff>
      <ResellerScreen key={email} email={email} />
    </ForStaff>
  );
}
