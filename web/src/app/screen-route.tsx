import { useParams } from '@tanstack/react-router';
import { createElement, Suspense } from 'react';
import { useSession } from '../api/session.ts';
import { WrongUrl } from './error-pages.tsx';
import { Loading } from './loading.tsx';
import { screenOf } from './screens.ts';

/** The screen of an address, for those who have it in their menu; the server checks again, call by call. */
export function ScreenRoute() {
  const { screen: route } = useParams({ from: '/inside/home/$screen' });
  const allowed = useSession()?.menu.some((item) => item.to_route === route) ?? false;
  const screen = allowed ? screenOf(route) : undefined;
  if (!screen) return <WrongUrl />;
  return <Suspense fallback={<Loading />}>{createElement(screen, { key: route })}</Suspense>;
}
