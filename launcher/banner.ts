import { buyerLogin, demoLogins } from './demo/logins.ts';

type Facts = {
  address: string;
  demo: { mailboxUrl: string | undefined; clockUrl: string | undefined } | undefined;
  logFile: string | undefined;
};

function aligned(rows: readonly string[][]): string[] {
  const width = (column: number): number => Math.max(...rows.map((row) => row[column]?.length ?? 0));
  return rows.map(
    (row) =>
      '  ' +
      row
        .map((cell, column) => cell.padEnd(width(column)))
        .join('   ')
        .trimEnd(),
  );
}

/** Address, log file and first logins, in one screen. */
export function banner({ address, demo, logFile }: Facts): string {
  const lines = ['', `Reseller Desk is ready: ${address}`, ''];
  if (demo !== undefined) {
    lines.push('Demo logins (role, e-mail, password)');
    lines.push(...aligned([...demoLogins, buyerLogin].map(({ role, email, password }) => [role, email, password])));
    if (demo.mailboxUrl !== undefined) lines.push('', `Mails, with the one-time codes, arrive at ${demo.mailboxUrl}`);
    if (demo.clockUrl !== undefined) lines.push(`The clock of Google's simulator is turned at ${demo.clockUrl}`);
  }
  if (logFile !== undefined) lines.push(`The server's log is ${logFile}`);
  lines.push('Ctrl-C stops everything.', '');
  return lines.join('\n');
}
