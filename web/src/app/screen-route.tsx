import { isOfCustomers } from '@desk/contract/rules/pages';
import { useParams } from '@tanstack/react-router';
import { createElement, Suspense, useState } from 'react';
import { useBrand } from '../api/brand.ts';
import { ErrorPanel } from '../kit/feedback/panels.tsx';
import { NotYours, WrongUrl } from './error-pages.tsx';
import { Loading } from './loading.tsx';
import { useShownMenu } from './menu/shown-menu.ts';
import { screenOf } from './screens.ts';

/** Whether one has the screen of a route, and whether it was there before, since its address was opened. */
function useScreenAccess(route: string) {
  const isThere = useShownMenu().some((item) => item.to_route === route);
  const [had, setHad] = useState({ route, was: isThere });
  if (had.route !== route || (isThere && !had.was)) setHad({ route, was: isThere });
  return { isThere, wasTaken: !isThere && had.route === route && had.was };
}

/** The screen of an address, for those who have it in their menu; the server checks again, call by call. */
export function ScreenRoute() {
  const { screen: route } = useParams({ from: '/inside/home/$screen' });
  const { isThere, wasTaken } = useScreenAccess(route);
  const brand = useBrand();
  const screen = screenOf(route, brand.data);
  if (!screen && brand.isPending) return <Loading />;
  if (!screen && brand.isError) return <ErrorPanel text={brand.error.message} onRetry={() => void brand.refetch()} />;
  if (!screen) return <WrongUrl />;
  // Links are followed by people of the other kind too: they learn whose screen it is.
  if (!isThere) return <NotYours isOfCustomers={isOfCustomers(route)} wasTaken={wasTaken} />;
  return <Suspense fallback={<Loading />}>{createElement(screen, { key: route })}</Suspense>;
}
