/** A call that reads, as the browser sends it. */
export interface FirstRequest {
  readonly path: string;
  readonly body: string;
}

interface Opened {
  readonly pathname: string;
  readonly search: string;
  /** IANA, of the business. */
  readonly timeZone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

const HOUR_MS = 3_600_000;
/** No zone is further behind UTC, or further ahead. */
const FURTHEST_HOURS = { behind: 12, ahead: 14 } as const;

/** A zone is asked only where it matters, at the turn of a month: the first such question takes a browser longer than all else here. */
function monthOf(timeZone: string, now: number): string {
  const [least, most] = [now - FURTHEST_HOURS.behind * HOUR_MS, now + FURTHEST_HOURS.ahead * HOUR_MS].map((at) =>
    new Date(at).toISOString().slice(0, 7),
  );
  if (least !== undefined && least === most) return least;
  return new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now).slice(0, 7);
}

interface First {
  /** Who has one of them in the menu may make the call; of others the server would note a denial. */
  readonly screens: readonly string[];
  readonly requestOf: (opened: Opened) => FirstRequest | undefined;
}

/** By screen: its first call. Word for word that of the contract, which is too large to be asked for first; a test compares them. */
const FIRST: ReadonlyMap<string, First> = new Map<string, First>([
  [
    'get_monthly_renewal',
    {
      screens: ['get_monthly_renewal'],
      requestOf: ({ search, timeZone, now }) => {
        const named = new URLSearchParams(search).get('month') ?? '';
        const month = /^\d{4}-(?:0[1-9]|1[0-2])$/.test(named) ? named : monthOf(timeZone, now);
        return { path: 'adminpanel/get_monthly_renewal_data/', body: JSON.stringify({ month }) };
      },
    },
  ],
  [
    'my_day',
    {
      screens: ['get_monthly_renewal', 'get_renewal_data', 'my_renewal_domain', 'renewal_reseller'],
      requestOf: ({ search }) =>
        new URLSearchParams(search).has('tab')
          ? undefined
          : { path: 'adminpanel/get_my_day/', body: JSON.stringify({ scope: 'mine' }) },
    },
  ],
]);

/** The screen of an address within the product; undefined: none. */
export const screenIn = (pathname: string): string | undefined => /^\/home\/([\w-]+)\/?$/.exec(pathname)?.[1];

/**
 * What the page of an address will ask for first.
 * @param menu of the session, as it is stored
 */
export function firstRequestOf(opened: Opened, menu: string): FirstRequest | undefined {
  const first = FIRST.get(screenIn(opened.pathname) ?? '');
  const isAllowed = first?.screens.some((screen) => menu.includes(`"to_route":"${screen}"`)) === true;
  return isAllowed ? first.requestOf(opened) : undefined;
}
