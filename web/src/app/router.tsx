import { isOfCustomers, isSubject } from '@desk/contract/rules/pages';
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { loginPath, ownTab, readSession, rememberAddress } from '../api/session.ts';
import { AdminLoginScreen } from '../features/access/admin-login.screen.tsx';
import { LoginScreen } from '../features/access/login.screen.tsx';
import { leaveEntryBelow } from '../kit/browser/entry-below.ts';
import { loadCode } from '../api/load-code.ts';
import { UnexpectedError, WrongUrlPage } from './error-pages.tsx';
import { ErrorScreen } from './error-screen.tsx';
import { homeOf } from './home-of.ts';
import { Loading } from './loading.tsx';
import { preloadScreen } from './screens.ts';

const asText = (search: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));

const root = createRootRoute({
  component: Outlet,
  notFoundComponent: WrongUrlPage,
  errorComponent: UnexpectedError,
  validateSearch: asText,
});

/** Whoever is signed in has no business at a login. */
const passSignedIn = () => {
  const session = readSession();
  if (session) redirect({ href: homeOf(session), replace: true, throw: true });
};

/** A customer may be about to log in as somebody of the staff: only who is one of them has been here. */
const passSignedInStaff = () => {
  if (readSession()?.role !== 'CUSTOMER') passSignedIn();
};

const login = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: passSignedIn,
  component: LoginScreen,
});

const register = createRoute({
  getParentRoute: () => root,
  path: '/register',
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/registration/register.screen.tsx')),
    'RegisterScreen',
  ),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/forget_password',
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/access/forgot-password.screen.tsx')),
    'ForgotPasswordScreen',
  ),
});

const adminLogin = createRoute({
  getParentRoute: () => root,
  path: '/adminpanel',
  beforeLoad: passSignedInStaff,
  component: AdminLoginScreen,
});

const adminRegister = createRoute({
  getParentRoute: () => root,
  path: '/adminpanel/register',
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/registration/admin-register.screen.tsx')),
    'AdminRegisterScreen',
  ),
});

const adminForgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/adminpanel/forget_password',
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/access/admin-forgot-password.screen.tsx')),
    'AdminForgotPasswordScreen',
  ),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/adminpanel/reset_password',
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/access/reset-password.screen.tsx')),
    'ResetPasswordScreen',
  ),
});

const thankYou = createRoute({
  getParentRoute: () => root,
  path: '/thank-you',
  component: lazyRouteComponent(
    () => loadCode(() => import('../features/registration/thank-you.screen.tsx')),
    'ThankYouScreen',
  ),
});

const logout = createRoute({
  getParentRoute: () => root,
  path: '/logout',
  component: lazyRouteComponent(() => loadCode(() => import('../features/access/logout.screen.tsx')), 'LogoutScreen'),
});

/** Where somebody logs in who follows a link: at the login of those who have such screens. */
function loginPathOf(path: string): '/' | '/adminpanel' {
  if (isSubject(path)) return '/adminpanel';
  const route = /^\/home\/([\w-]+)$/.exec(path)?.[1];
  if (route === undefined) return loginPath();
  return isOfCustomers(route) ? '/' : '/adminpanel';
}

/** Whatever needs a signed-in user stands inside the layout. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'inside',
  beforeLoad: ({ location }) => {
    const session = readSession();
    if (session) {
      // What is typed from here on is theirs, also where they logged in in another tab.
      ownTab(session.user);
      return;
    }
    rememberAddress('', location.href);
    redirect({ to: loginPathOf(location.pathname), replace: true, throw: true });
  },
  component: lazyRouteComponent(() => loadCode(() => import('./frame/shell.tsx')), 'Shell'),
});

const error = createRoute({
  getParentRoute: () => inside,
  path: '/error',
  // Not fetched when it is needed: then the server does not answer.
  component: ErrorScreen,
});

const home = createRoute({
  getParentRoute: () => inside,
  path: '/home',
  component: lazyRouteComponent(() => loadCode(() => import('./greeting.tsx')), 'Greeting'),
  beforeLoad: () => {
    const session = readSession();
    const to = session ? homeOf(session) : '/home';
    if (to !== '/home') redirect({ href: to, replace: true, throw: true });
  },
});

/** Addresses from before domains and resellers had pages of their own. */
const toPage = ({ domain, reseller }: Record<string, string>) => {
  const [kind, name] = domain ? ['domain', domain] : ['reseller', reseller];
  if (name) redirect({ href: `/home/${kind}/${encodeURIComponent(name)}`, replace: true, throw: true });
};

let isOpened = false;
/**
 * The first screen is drawn together with the layout. Later ones are not waited for: until they are there, the screen before
 * would stand under their address, and read it.
 */
function loadFirst(code: Promise<void>): Promise<void> | undefined {
  if (isOpened) return undefined;
  isOpened = true;
  return code;
}

const screen = createRoute({
  getParentRoute: () => inside,
  path: '/home/$screen',
  beforeLoad: ({ search }) => toPage(search),
  // Its code comes with that of the layout, not after it. An address that carries a slug waits until that is known.
  loader: ({ params }) => loadFirst(preloadScreen(params.screen, undefined)),
  staleTime: Infinity,
  component: lazyRouteComponent(() => loadCode(() => import('./screen-route.tsx')), 'ScreenRoute'),
});

const domain = createRoute({
  getParentRoute: () => inside,
  path: '/home/domain/$domain',
  component: lazyRouteComponent(() => loadCode(() => import('./subject-route.tsx')), 'DomainRoute'),
});

const reseller = createRoute({
  getParentRoute: () => inside,
  path: '/home/reseller/$email',
  component: lazyRouteComponent(() => loadCode(() => import('./subject-route.tsx')), 'ResellerRoute'),
});

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    register,
    forgotPassword,
    adminLogin,
    adminRegister,
    adminForgotPassword,
    resetPassword,
    thankYou,
    logout,
    inside.addChildren([error, home, screen, domain, reseller]),
  ]),
  // Every value of an address is text; a screen's own schema makes numbers of those that are.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(asText(search)).toString();
    return text === '' ? '' : `?${text}`;
  },
  defaultPendingComponent: Loading,
  defaultErrorComponent: UnexpectedError,
  defaultNotFoundComponent: WrongUrlPage,
  scrollRestoration: true,
});

leaveEntryBelow(router.history);

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
