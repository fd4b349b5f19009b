import { useNavigate, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import * as z from 'zod/mini';
import { tabStorage } from '../browser/browser-storage.ts';
import { toast } from './toast.ts';
import type { Loading } from './loading.ts';

/** The text to show in the specification's words, what was being loaded in words, and where Retry leads. */
const FailedLoad = z.object({ text: z.string(), what: z.string(), from: z.string() });
export type FailedLoad = Readonly<z.infer<typeof FailedLoad>>;

/** Of a list that could not be fetched, unless its screen has a text of its own. */
export const COULD_NOT_FETCH = 'Could not fetch data. Please contact your Administrator.';

const PLACE = 'desk:failed-load';

export const failedLoad = (): FailedLoad | undefined => FailedLoad.safeParse(tabStorage.read(PLACE)).data;

/** What is told of a load that failed: what was loaded, in the usual text unless there is another one. */
export type FailedLoadTexts = Pick<FailedLoad, 'what'> & Partial<Pick<FailedLoad, 'text'>>;

/** For screens that cannot stand without their data (those that can name no `what`): says so and leads to the error page, from where Retry leads back. */
export function useFailedLoad(
  query: Loading & { data?: unknown },
  { text = COULD_NOT_FETCH, what }: Partial<FailedLoadTexts>,
): void {
  const navigate = useNavigate();
  const router = useRouter();
  const failed = query.isError && query.data === undefined;
  useEffect(() => {
    if (!failed || what === undefined) return;
    const from = router.state.location.href;
    tabStorage.keep(PLACE, { text, what, from });
    toast('failed', text);
    void navigate({ to: '/error', replace: true });
  }, [failed, text, what, navigate, router]);
}
