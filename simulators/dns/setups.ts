export interface Records {
  mx: { priority: number; exchange: string }[];
  txt: string[];
}

type Setup = (domain: string) => Records;

const servers = (...given: readonly [priority: number, exchange: string][]): Records['mx'] =>
  given.map(([priority, exchange]) => ({ priority, exchange }));

const GOOGLE_NEW = servers([1, 'smtp.google.com']);
/** As zones are typed by hand: in any order, with capitals. */
const GOOGLE_OLD = servers(
  [10, 'ALT3.ASPMX.L.GOOGLE.COM'],
  [1, 'aspmx.l.google.com'],
  [5, 'alt2.aspmx.l.google.com'],
  [5, 'Alt1.aspmx.l.google.com'],
  [10, 'alt4.aspmx.l.google.com'],
);
const GOOGLE_OLDER = servers(
  [10, 'aspmx.l.google.com'],
  [20, 'alt1.aspmx.l.google.com'],
  [30, 'aspmx2.googlemail.com'],
  [30, 'ASPMX3.GOOGLEMAIL.COM'],
);
const MICROSOFT = (domain: string): string => `${domain.replaceAll('.', '-')}.mail.protection.outlook.com`;
const OLD_HOST = servers([20, 'mx1.hosting.example'], [30, 'mx2.hosting.example']);

const SPF = {
  google: 'v=spf1 include:_spf.google.com ~all',
  microsoft: 'v=spf1 include:spf.protection.outlook.com -all',
  own: 'v=spf1 ip4:192.0.2.25 -all',
};
const VERIFIED = 'google-site-verification=Zk3vYQ1bW9xN5tR7uC2eL8hJ4mP6sD0aFgKiXoTnBqE';

const GATEWAYS = {
  proofpoint: () => 'mxa-00a1b201.gslb.pphosted.com',
  'proofpoint-essentials': () => 'mx1-us1.ppe-hosted.com',
  mimecast: () => 'in-smtp-inbound-1.mimecast.com',
  barracuda: () => 'd1234a.ess.barracudanetworks.com',
  cisco: () => 'mx1.hc1234-56.iphmx.com',
  'trend-micro': (domain) => `${domain}.in.tmes.trendmicro.com`,
  'symantec-cloud': () => 'cluster1.eu.messagelabs.com',
  cloudflare: () => 'route1.mx.cloudflare.net',
} satisfies Record<string, (domain: string) => string>;
type Gateway = keyof typeof GATEWAYS;
const behind = (exchange: (domain: string) => string, ...txt: string[]): Setup => {
  return (domain) => ({ mx: servers([10, exchange(domain)]), txt });
};
const gateways = Object.entries(GATEWAYS).flatMap(([name, exchange]): [string, Setup][] => [
  [name, behind(exchange, SPF.own)],
  [`${name}-before-google`, behind(exchange, 'MS=ms12345678', SPF.google)],
]);

const plain =
  (mx: Records['mx'], ...txt: string[]): Setup =>
  () => ({ mx, txt });

/** A zone's records about a domain's mail, by kind. */
export const SETUPS = {
  'google-new': plain(GOOGLE_NEW, SPF.google),
  'google-old': plain(GOOGLE_OLD, SPF.google),
  'google-older': plain(GOOGLE_OLDER),
  'google-and-old-host': plain([...OLD_HOST, ...GOOGLE_NEW], SPF.google),
  'google-and-gateway': plain([...GOOGLE_OLD, ...servers([5, 'mxa-00a1b201.gslb.pphosted.com'])]),
  microsoft: (domain) => ({ mx: servers([0, MICROSOFT(domain)]), txt: [SPF.microsoft] }),
  'microsoft-new': (domain) => ({
    mx: servers([0, `${domain.replaceAll('.', '-')}.x-v1.MX.Microsoft`]),
    txt: [SPF.microsoft],
  }),
  'zoho-india': plain(servers([10, 'mx.zoho.in'], [20, 'mx2.zoho.in'], [50, 'mx3.zoho.in'])),
  zoho: plain(servers([50, 'mx3.zoho.com'], [10, 'mx.zoho.com'], [20, 'mx2.zoho.com'])),
  'zoho-europe': plain(servers([10, 'mx.zoho.eu'])),
  ...(Object.fromEntries(gateways) as Record<Gateway | `${Gateway}-before-google`, Setup>),
  'proofpoint-before-microsoft': behind(() => 'mxb-00a1b201.gslb.pphosted.com', SPF.microsoft),
  'mimecast-verified-by-google': behind(() => 'in-smtp-inbound-2.mimecast.com', VERIFIED),
  titan: plain(servers([10, 'mx1.titan.email'], [20, 'mx2.titan.email'])),
  'own-server': (domain) => ({ mx: servers([10, `mail.${domain}`]), txt: [SPF.own] }),
  'null-mx': plain(servers([0, '']), 'v=spf1 -all'),
  'no-mx': plain([], SPF.own),
} satisfies Record<string, Setup>;
