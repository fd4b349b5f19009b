const AUTHORITY = /^(?<scheme>postgres(?:ql)?:\/\/)(?<user>[^/?#]*@)?(?<hosts>[^/?#@]+)(?<rest>[/?#].*)?$/;

/**
 * Addresses of one host each, in the order in which an address names them: `postgres://user:password@one:5432,two:5432/desk`, as libpq
 * reads it. They are servers of one database that follow each other's log; only one takes writes at a time.
 */
export function addressesOf(url: string): readonly [string, ...string[]] {
  const { scheme = '', user = '', hosts = '', rest = '' } = AUTHORITY.exec(url)?.groups ?? {};
  const [first, ...others] = hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`);
  return first === undefined || others.length === 0 ? [url] : [first, ...others];
}

/** An address of one host, with the hosts of another address in its place. */
export const withHosts = (address: string, url: string): string =>
  address.replace(/(\/\/(?:[^/@]*@)?)[^/?]*/, `$1${hostsOf(url)}`);

/** Whether every address in it can be read. */
export const isDatabaseAddress = (text: string): boolean =>
  addressesOf(text).every((address) => {
    const url = URL.canParse(address) ? new URL(address) : undefined;
    return url !== undefined && /^postgres(?:ql)?:$/.test(url.protocol);
  });

/** The address of another database on the same hosts. */
export function withDatabase(url: string, name: string): string {
  const [first] = addressesOf(url);
  const address = new URL(first);
  address.pathname = `/${name}`;
  return withHosts(address.href, url);
}

/** The hosts, without the name and the password. */
export const hostsOf = (url: string): string =>
  addressesOf(url)
    .map((address) => new URL(address).host)
    .join(',');
