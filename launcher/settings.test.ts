import { describe, expect, test } from 'vitest';
import { readSettings, unconfigured } from './settings.ts';

describe('the launcher reads the environment', () => {
  test('alone on a fresh clone, it serves the demo on port 3000 from a database of its own', () => {
    expect(readSettings({}, '/clone')).toEqual({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/clone/.data',
      databaseUrl: undefined,
      demo: true,
      timeZone: 'Asia/Kolkata',
      currency: 'INR',
      brand: 'Reseller Desk',
      accent: '#3a48c4',
      hasLogo: false,
    });
  });

  test('shows no demo on a database that was given, unless told to', () => {
    const DATABASE_URL = 'postgres://desk:secret@db.example/desk';
    expect(readSettings({ DATABASE_URL }, '/clone').demo).toBe(false);
    expect(readSettings({ DATABASE_URL, DEMO: 'true' }, '/clone').demo).toBe(true);
  });

  test('takes an empty value as not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: '', DEMO: '' }, '/clone')).toMatchObject({ port: 3000, demo: true });
  });

  test.each([
    [{ PORT: '70000' }, 'PORT must be a number from 1 to 65535, not "70000".'],
    [{ PORT: 'http' }, 'PORT must be a number from 1 to 65535, not "http".'],
    [{ DEMO: 'yes' }, 'DEMO must be true or false, not "yes".'],
    [{ DATABASE_URL: 'localhost/desk' }, /^DATABASE_URL cannot be read\./],
    [{ DATABASE_URL: 'mysql://db.example/desk' }, /^DATABASE_URL cannot be read\./],
  ])('refuses %j with one sentence', (env, sentence) => {
    expect(() => readSettings(env, '/clone')).toThrow(sentence);
  });
});

describe('simulated services', () => {
  const simulated = {
    GOOGLE_RESELLER_URL: 'http://127.0.0.1:1',
    SMS_URL: 'http://127.0.0.1:2',
    SMTP_URL: 'smtp://127.0.0.1:3',
  };

  test('stand in for everything that is not configured', () => {
    expect(unconfigured(simulated, { PATH: '/bin', SMS_URL: '' })).toEqual(simulated);
  });

  test('never mix with a real one: a key alone makes the whole service real', () => {
    expect(Object.keys(unconfigured(simulated, { GOOGLE_SERVICE_ACCOUNT_JSON: 'key.json' }))).toEqual([
      'SMS_URL',
      'SMTP_URL',
    ]);
  });

  test('never read the answers to mails that really leave', () => {
    const answers = { REPLY_ADDRESS: 'renew@reseller.example', IMAP_URL: 'imap://renew:demo@127.0.0.1:4/INBOX' };
    const mail = { SMTP_URL: simulated.SMTP_URL, ...answers };
    expect(unconfigured(mail, { SMTP_URL: 'smtp://mail.example' })).toEqual({});
    expect(unconfigured(mail, { MAIL_FROM: 'Desk <desk@acme.example>' })).toEqual(mail);
    expect(Object.keys(unconfigured(mail, { IMAP_URL: 'imaps://mail.example' }))).toEqual([
      'SMTP_URL',
      'REPLY_ADDRESS',
    ]);
  });
});
