import { expect, test } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { startLine } from './start-line.ts';
import { makeMailer } from '../integrations/mail/mailer.ts';
import { testServer } from '../testing/server.ts';

test('the first line says what runs here and with whom, and no password', async () => {
  const DATABASE_URL = 'postgres://desk:seven-green-kettles@db.example:5433/desk';
  const SMTP_URL = 'smtp://desk:seven-green-kettles@mail.example:587';
  const mailer = makeMailer({ url: SMTP_URL, from: 'desk@reseller.example' });
  const { services } = await testServer({ env: { DATABASE_URL, SMTP_URL, JOBS: 'false' }, clients: { mailer } });
  const line = startLine(services.config, services.clients);
  expect(line).toEqual({
    event: 'started',
    version: manifest.version,
    node: process.version,
    database: 'db.example:5433',
    jobs: false,
    external_services: ['mail'],
    rate_profile: 'production',
  });
  mailer.close();
});
