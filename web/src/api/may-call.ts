import type { Call } from '@desk/contract/call';
import { withSlugs } from '@desk/contract/rules/slugs';
import { useBrand } from './brand.ts';
import { useSession } from './session.ts';

/** Whether one of the screens in the user's menu asks this call; the server checks again. */
export function useMayCall(call: Call): boolean {
  const menu = useSession()?.menu ?? [];
  const { data: slugs } = useBrand();
  if (call.screens === undefined) return true;
  if (!slugs) return false;
  const routes = call.screens.map((screen) => withSlugs(screen, slugs));
  return menu.some(({ to_route }) => routes.includes(to_route));
}
