import { useParams } from '@tanstack/react-router';
import { createElement, Suspense } from 'react';
import { useBrand } from '../api/brand.ts';
import { useSession } from '../api/session.ts';
import { ErrorPanel } from '../kit/panels.tsx';
import { DossierOutlet } from '../parts/dossier-outlet.tsx';
import { NotYours, WrongUrl } from './error-pages.tsx';
import { Loading } from './loading.tsx';
import { isOfCustomers, screenOf } from './screens.ts';

/** The screen of an address, for those who have it in their menu; the server checks again, call by call. */
export function ScreenRoute() {
  const { screen: route } = useParams({ from: '/inside/home/$screen' });
  const session = useSession();
  const allowed = session?.menu.some((item) => item.to_route === route) ?? false;
  const brand = useBrand();
  const screen = screenOf(route, brand.data);
  if (!screen && brand.isPending) return <Loading />;
  if (!screen && brand.isError) return <ErrorPanel text={brand.error.message} onRetry={() => void brand.refetch()} />;
  if (!screen) return <WrongUrl />;
  // The other kind of people never has it: for them there is no such page.
  if (!allowed) return isOfCustomers(route) === (session?.role === 'CUSTOMER') ? <NotYours /> : <WrongUrl />;
  return (
    <>
      <Suspense fallback={<Loading />}>{createElement(screen, { key: route })}</Suspense>
      <DossierOutlet />
    </>
  );
}
