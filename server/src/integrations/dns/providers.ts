/** The provider of a mail server, by its name. */
export interface Provider {
  readonly name: string;
  readonly kind: 'google' | 'google_legacy' | 'microsoft' | 'zoho' | 'gateway' | 'other';
}

type Entry = readonly [kind: Provider['kind'], name: string, ...servers: readonly string[]];

/** Names of servers, or what these end with. */
const ENTRIES: readonly Entry[] = [
  ['google', 'Google Workspace', 'smtp.google.com'],
  ['google_legacy', 'Google Workspace', 'aspmx.l.google.com', 'googlemail.com'],
  ['other', 'Gmail', 'gmail-smtp-in.l.google.com'],
  ['microsoft', 'Microsoft 365', 'mail.protection.outlook.com', 'mx.microsoft'],
  ['zoho', 'Zoho Mail', 'zoho.in', 'zoho.com', 'zoho.eu', 'zoho.com.au', 'zoho.jp', 'zohomail.com'],
  ['gateway', 'Proofpoint', 'pphosted.com', 'ppe-hosted.com'],
  ['gateway', 'Mimecast', 'mimecast.com', 'mimecast.co.za'],
  ['gateway', 'Barracuda', 'barracudanetworks.com'],
  ['gateway', 'Cisco Secure Email', 'iphmx.com'],
  ['gateway', 'Trend Micro', 'trendmicro.com', 'trendmicro.eu'],
  ['gateway', 'Symantec Email Security', 'messagelabs.com'],
  ['gateway', 'Cloudflare Email Routing', 'mx.cloudflare.net'],
  ['other', 'GoDaddy', 'secureserver.net'],
  ['other', 'Titan', 'titan.email'],
  ['other', 'Rackspace', 'emailsrvr.com'],
  ['other', 'Fastmail', 'messagingengine.com'],
  ['other', 'Proton Mail', 'protonmail.ch'],
  ['other', 'Rediffmail Pro', 'rediffmailpro.com'],
  ['other', 'Hostinger', 'hostinger.com'],
];

const byServer = new Map(
  ENTRIES.flatMap(([kind, name, ...servers]) => servers.map((server) => [server, { kind, name }] as const)),
);

/** Undefined: a server of nobody that is known. */
export function providerOf(exchange: string): Provider | undefined {
  const labels = exchange.toLowerCase().replace(/\.$/, '').split('.');
  const endings = labels.map((_, from) => labels.slice(from).join('.'));
  return endings.map((ending) => byServer.get(ending)).find((provider) => provider !== undefined);
}

/** Senders of a domain's mail, by what its SPF record includes: a hint at where its mailboxes are. */
const SENDERS: readonly (readonly [included: string, name: string])[] = [
  ['_spf.google.com', 'Google Workspace'],
  ['spf.protection.outlook.com', 'Microsoft 365'],
  ['zoho.in', 'Zoho Mail'],
  ['zoho.com', 'Zoho Mail'],
  ['zohomail.com', 'Zoho Mail'],
];

/** The mailbox provider that a domain's TXT records hint at; null: none. */
export function hintIn(txt: readonly string[]): string | null {
  const records = txt.map((record) => record.toLowerCase());
  const mechanisms = new Set(records.filter((one) => one.startsWith('v=spf1 ')).flatMap((spf) => spf.split(/\s+/)));
  const names = SENDERS.filter(([included]) => mechanisms.has(`include:${included}`)).map(([, name]) => name);
  if (names.length > 0) return `SPF names ${[...new Set(names)].join(' and ')}`;
  return records.some((record) => record.startsWith('google-site-verification=')) ? 'Verified with Google' : null;
}
