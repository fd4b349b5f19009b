import { demoLogins } from './demo/logins.ts';

type Facts = { address: string; demo: { mailboxUrl: string | undefined } | undefined; logFile: string | undefined };

/** What a newcomer needs to begin, in one screen. */
export function banner({ address, demo, logFile }: Facts): string {
  const lines = ['', `Reseller Desk is ready: ${address}`, ''];
  if (demo !== undefined) {
    const width = Math.max(...demoLogins.map(({ role }) => role.length)) + 2;
    lines.push('Demo logins');
    lines.push(...demoLogins.map(({ role, email, password }) => `  ${role.padEnd(width)}${email}   ${password}`));
    if (demo.mailboxUrl !== undefined) lines.push('', `Mails, with the one-time codes, arrive at ${demo.mailboxUrl}`);
  }
  if (logFile !== undefined) lines.push(`The server's log is ${logFile}`);
  lines.push('Ctrl-C stops everything.', '');
  return lines.join('\n');
}
