import type { SMTPPoolOptions } from 'nodemailer';

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function parse(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url && url.hostname !== '' && /^smtps?:$/.test(url.protocol)) return url;
  throw new Error('SMTP_URL must look like smtp://user:password@host:587');
}

/**
 * Connection options of an SMTP address. Mail leaves the machine encrypted or not at all; `?ignoreTLS=true` is for a
 * catcher in a private network. Throws on an address that is none.
 */
export function smtpOptions(address: string): SMTPPoolOptions {
  const { protocol, hostname, port, username, password, searchParams } = parse(address);
  const secure = protocol === 'smtps:';
  const plain = !secure && (LOOPBACK.test(hostname) || searchParams.get('ignoreTLS') === 'true');
  const options: SMTPPoolOptions = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTLS: !secure && !plain,
    ignoreTLS: plain,
  };
  if (username !== '') options.auth = { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  return options;
}
