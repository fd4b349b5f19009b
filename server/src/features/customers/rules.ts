const HOUR = 3_600;
/** Seconds between the tries of a change that the CRM does not take at the moment: quickly at first, then for a day. */
export const PAUSES: readonly number[] = [5, 15, 60, 300, 900, ...Array.from({ length: 24 }, () => HOUR)];

export const SENTENCES = {
  notConfigured: 'The CRM is not configured.',
  restarted: 'The server stopped meanwhile.',
  internal: 'It met an error of its own. The log of the server tells more.',
  noAddress: 'This person has no e-mail address, and the CRM does not know them.',
  isSomebodyElse: (name: string) => `In the CRM this address is that of another contact of ours: ${name}.`,
  isHeld: 'In the CRM this address is that of another contact of ours.',
} as const;
