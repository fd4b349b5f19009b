/**
 * PostgreSQL probes after this many seconds whether the client is still there. A host that lost its power sends nothing,
 * and PostgreSQL's own timeout is two hours, in which it keeps the locks of that session.
 */
const LOOKING = ['tcp_keepalives_idle=30', 'tcp_keepalives_interval=10', 'tcp_keepalives_count=3'];

/** The same, in milliseconds, for an answer that nobody takes. Not for who reads slowly: a minute's pause is an end, too. */
export const USER_TIMEOUT = 'tcp_user_timeout=60000';

/**
 * How every session of ours reaches the database: each end notices within about a minute that the other one is gone.
 * @param settings more of the session's, as `name=value`; the address's own `options` win.
 */
export function withKeepalive(url: string, ...settings: string[]) {
  const address = new URL(url);
  const theirs = address.searchParams.get('options');
  // Left in the address, they would take the place of ours.
  address.searchParams.delete('options');
  const options = [...LOOKING, ...settings].map((setting) => `-c ${setting}`).join(' ');
  return {
    connectionString: theirs === null ? url : address.href,
    options: theirs === null ? options : `${options} ${theirs}`,
    keepAlive: true,
  };
}
