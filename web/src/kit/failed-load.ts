import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { say } from './say.ts';
import type { Loading } from './table-types.ts';

export interface FailedLoad {
  /** The text to show, in the specification's words. */
  readonly text: string;
  /** What was being loaded, in words. */
  readonly what: string;
  /** Where Retry leads. */
  readonly from: string;
}

/** Of a list that could not be fetched, unless its screen has a text of its own. */
export const COULD_NOT_FETCH = 'Could not fetch data. Please contact your Administrator.';

const PLACE = 'desk:failed-load';

export const failedLoad = (): FailedLoad | undefined =>
  (JSON.parse(sessionStorage.getItem(PLACE) ?? 'null') as FailedLoad | null) ?? undefined;

/** For screens that cannot stand without their data: says so and leads to the error page, from where Retry leads back. */
export function useFailedLoad(
  query: Loading & { data?: unknown },
  { text = COULD_NOT_FETCH, what }: Pick<FailedLoad, 'what'> & Partial<Pick<FailedLoad, 'text'>>,
): void {
  const navigate = useNavigate();
  const failed = query.isError && query.data === undefined;
  useEffect(() => {
    if (!failed) return;
    const from = window.location.pathname + window.location.search;
    sessionStorage.setItem(PLACE, JSON.stringify({ text, what, from }));
    say('failed', text);
    void navigate({ to: '/error', replace: true });
  }, [failed, text, what, navigate]);
}
