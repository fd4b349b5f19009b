const SUBSCRIPTION = '/customers/:customerId/subscriptions/:subscriptionId';

/** Method, path and name of each call, as the discovery document has them. */
const ROUTES = [
  ['GET', '/subscriptions', 'subscriptions.list'],
  ['GET', SUBSCRIPTION, 'subscriptions.get'],
  ['POST', '/customers/:customerId/subscriptions', 'subscriptions.insert'],
  ['POST', `${SUBSCRIPTION}/changeSeats`, 'subscriptions.changeSeats'],
  ['POST', `${SUBSCRIPTION}/changePlan`, 'subscriptions.changePlan'],
  ['POST', `${SUBSCRIPTION}/changeRenewalSettings`, 'subscriptions.changeRenewalSettings'],
  ['POST', `${SUBSCRIPTION}/activate`, 'subscriptions.activate'],
  ['POST', `${SUBSCRIPTION}/suspend`, 'subscriptions.suspend'],
  ['POST', `${SUBSCRIPTION}/startPaidService`, 'subscriptions.startPaidService'],
  ['DELETE', SUBSCRIPTION, 'subscriptions.delete'],
  ['GET', '/customers/:customerId', 'customers.get'],
  ['POST', '/customers', 'customers.insert'],
  ['PATCH', '/customers/:customerId', 'customers.patch'],
  ['PUT', '/customers/:customerId', 'customers.update'],
  ['GET', '/resellernotify/getwatchdetails', 'resellernotify.getwatchdetails'],
  ['POST', '/resellernotify/register', 'resellernotify.register'],
  ['POST', '/resellernotify/unregister', 'resellernotify.unregister'],
] as const;

const BASE = '/apps/reseller/v1';

export type ApiMethod = (typeof ROUTES)[number][2];
/** Methods that are counted and can be made to fail: every API method, and the token endpoint. */
export type MethodName = ApiMethod | 'token';

export const METHOD_NAMES: readonly MethodName[] = [...ROUTES.map(([, , name]) => name), 'token'];

interface Match {
  name: ApiMethod;
  /** '' where the path has no such part. */
  customerId: string;
  subscriptionId: string;
}

const compiled = ROUTES.map(([method, path, name]) => ({
  method,
  name,
  pattern: new RegExp(`^${BASE}${path.replaceAll(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}));

export function matchRoute(method: string | undefined, pathname: string): Match | undefined {
  for (const route of compiled) {
    const found = route.method === method ? route.pattern.exec(pathname) : null;
    if (found)
      return { name: route.name, customerId: part(found, 'customerId'), subscriptionId: part(found, 'subscriptionId') };
  }
  return undefined;
}

function part({ groups }: RegExpExecArray, name: string): string {
  try {
    return decodeURIComponent(groups?.[name] ?? '');
  } catch {
    // No customer and no subscription has such a name.
    return groups?.[name] ?? '';
  }
}
