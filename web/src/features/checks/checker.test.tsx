import { checks } from '@desk/contract/checks';
import { expect, test, vi } from 'vitest';
import { answering, refusing, slowly } from '../../testing/show.tsx';
import { uploads } from '../../testing/uploads.ts';
import { answer, checkedDomain, checkRun, csv, noRuns, openChecker } from './testing/checks.tsx';

// jsdom has none of these.
URL.createObjectURL = () => 'blob:file';
HTMLAnchorElement.prototype.click = () => undefined;

const NEITHER = 'Enter a domain or upload a file';
const NO_FILE = 'Enter upload a file';
/** The card of a typed domain: each fact with its name, each server by itself. */
const factsIn = (card: HTMLElement) =>
  [...card.querySelectorAll('dl > div')].map((fact) => {
    const servers = [...fact.querySelectorAll('dd > div > span')];
    const known = servers.length > 0 ? servers : [fact.querySelector('dd')];
    return [fact.querySelector('dt'), ...known].map((one) => one?.textContent);
  });

const BAD_FILE = 'There is an issue with the file. Please try again...!';

test('a typed domain is answered at once: whose it is, whether Google has it, where its mail goes', async () => {
  const found = checkedDomain({
    input: 'https://ACME.example/',
    ours: 'reseller_customer',
    owner: 'Acme Textiles through Indus Cloud',
    google: 'managed',
  });
  const { screen, user, bodies } = openChecker(
    'domain_checker',
    '',
    answering(checks.domains, { ...answer, domains: [found] }),
  );

  await user.type(await screen.findByLabelText('Domain'), 'https://ACME.example/{Enter}');

  expect(factsIn(await screen.findByRole('region', { name: 'Result' }))).toEqual([
    ['Domain Name', 'acme.example'],
    ['Whose', "●A reseller's customer"],
    ['Owner', 'Acme Textiles through Indus Cloud'],
    ['At Google', '●Managed by us'],
    ['Status', '●Google Workspace'],
    ['Provider', 'Google Workspace'],
    ['Note', 'N/A'],
    ['MX Records', '1 smtp.google.com'],
  ]);
  expect(bodies(checks.domains)).toEqual([{ domain: 'https://ACME.example/' }]);
  expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('https://ACME.example/');
  expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
    'acme.example: Google Workspace',
  );
});

test('the record checker asks where the mail goes and nothing else', async () => {
  const { screen, user, bodies } = openChecker(
    'mx_records',
    '',
    answering(checks.mail, {
      ...answer,
      domains: [
        checkedDomain({
          status: 'google_mixed',
          mx: [
            { priority: 1, exchange: 'smtp.google.com' },
            { priority: 20, exchange: 'mx.other.example' },
          ],
        }),
      ],
    }),
  );

  await user.type(await screen.findByLabelText('Domain'), 'acme.example{Enter}');

  expect(factsIn(await screen.findByRole('region', { name: 'Result' }))).toEqual([
    ['Domain Name', 'acme.example'],
    ['Status', '▲Google Workspace beside other servers'],
    ['Provider', 'Google Workspace'],
    ['Note', 'Servers of Google and of others: mail may be lost.'],
    ['MX Records', '1 smtp.google.com', '20 mx.other.example'],
  ]);
  expect(bodies(checks.mail)).toEqual([{ domain: 'acme.example' }]);
});

test('silence of the name servers is told apart from a domain without mail servers', async () => {
  const silent = checkedDomain({ status: 'error', provider: null, mx: [], code: 'ETIMEOUT' });
  const { screen, user } = openChecker('mx_records', '', answering(checks.mail, { ...answer, domains: [silent] }));

  await user.type(await screen.findByLabelText('Domain'), 'acme.example{Enter}');

  expect(factsIn(await screen.findByRole('region', { name: 'Result' })).slice(1)).toEqual([
    ['Status', '■No answer'],
    ['Provider', 'N/A'],
    ['Note', 'The name servers did not answer in time (ETIMEOUT)'],
    ['MX Records', 'N/A'],
  ]);
});

test.each([
  ['domain_checker', NEITHER, 'Domain'],
  ['mx_records', NO_FILE, 'File of domains'],
] as const)('%s with neither a domain nor a file says so at the field', async (address, text, label) => {
  const { screen, user, sent } = openChecker(address, '');

  await user.click(await screen.findByRole('button', { name: 'Check Domain' }));

  const field = screen.getByLabelText(label);
  expect(document.activeElement).toBe(field);
  const described = (field.getAttribute('aria-describedby') ?? '').split(' ');
  expect(described.map((id) => document.getElementById(id)?.textContent)).toContain(text);
  expect(sent.map(({ path }) => path)).toEqual([checks.runs.path]);
});

test('two cells pasted as one domain are told at the field', async () => {
  const { screen, user, sent } = openChecker('domain_checker', '');
  await user.click(await screen.findByLabelText('Domain'));
  await user.paste('acme.example\ttara.example');

  await user.click(screen.getByRole('button', { name: 'Check Domain' }));

  expect(screen.getByText('Control characters are not allowed')).toBeTruthy();
  expect(screen.getByLabelText('Domain').getAttribute('aria-invalid')).toBe('true');
  expect(sent.map(({ path }) => path)).toEqual([checks.runs.path]);
});

test('a fourth file is told at the file that three wait, and stays chosen', async () => {
  uploads([409, {}]);
  const { screen, user } = openChecker('mx_records', '');
  await user.upload(await screen.findByLabelText('File of domains'), csv());

  await user.click(screen.getByRole('button', { name: 'Check Domain' }));

  await screen.findByText('Three of your files are waiting. Cancel one or wait for it.');
  expect(document.activeElement).toBe(screen.getByLabelText('File of domains'));
});

test('typing a domain takes the file away and choosing a file the domain, and both say so', async () => {
  const { screen, user } = openChecker('domain_checker', '');
  await user.upload(await screen.findByLabelText('File of domains'), csv());
  expect(screen.getByText(/october\.csv, 1 kB/)).toBeTruthy();

  await user.type(screen.getByLabelText('Domain'), 'acme.example');
  expect(screen.queryByText(/october\.csv, 1 kB/)).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('acme.example');

  await user.upload(screen.getByLabelText('File of domains'), csv());
  expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('');
  expect(screen.getByText('Domain removed: acme.example').getAttribute('role')).toBe('status');

  await user.type(screen.getByLabelText('Domain'), 'a');
  expect(screen.getByText('File removed: october.csv').getAttribute('role')).toBe('status');
});

test('a file becomes a check that has an address', async () => {
  const forms = uploads([200, { ...answer, run: checkRun({ state: 'queued', checked: 0 }) }]);
  const { screen, user, address } = openChecker(
    'mx_records',
    '',
    answering(checks.run, { run: checkRun({ state: 'queued', checked: 0 }), counts: [], domains: [], total: 0 }),
  );
  await user.upload(await screen.findByLabelText('File of domains'), csv());

  await user.click(screen.getByRole('button', { name: 'Check Domain' }));

  await screen.findByRole('region', { name: 'domains.csv' });
  expect(address()).toBe('/home?run=31');
  expect((forms[0]?.get('file') as File).name).toBe('october.csv');
  expect(screen.queryByText(/october\.csv, 1 kB/)).toBeNull();
});

test('a file that cannot be used is told at the field, with its line, and stays chosen', async () => {
  uploads([422, { errors: [{ line: 1, column: null, reason: 'The file has no column of domains.' }] }]);
  const { screen, user } = openChecker('mx_records', '');
  await user.upload(await screen.findByLabelText('File of domains'), csv());

  await user.click(screen.getByRole('button', { name: 'Check Domain' }));

  const message = await screen.findByText(/^There is an issue/);
  expect(message.textContent).toBe(`${BAD_FILE}\nLine 1: The file has no column of domains.`);
  expect(document.activeElement).toBe(screen.getByLabelText('File of domains'));
  expect(screen.getByText(/october\.csv, 1 kB/)).toBeTruthy();
});

test('when no answer comes to a file, it stays chosen and can be sent again', async () => {
  const forms = uploads([0, {}], [200, { ...answer, run: checkRun() }]);
  const { screen, user } = openChecker(
    'mx_records',
    '',
    answering(checks.run, { run: checkRun(), counts: [], domains: [], total: 0 }),
  );
  await user.upload(await screen.findByLabelText('File of domains'), csv());
  await user.click(screen.getByRole('button', { name: 'Check Domain' }));
  await screen.findByText(/^The server did not answer/);

  await user.click(screen.getByRole('button', { name: 'Check Domain' }));

  await screen.findByRole('region', { name: 'domains.csv' });
  expect(forms).toHaveLength(2);
});

test('a file that is chosen while another one is sent stays chosen', async () => {
  const { answer: until, arrives } = slowly({});
  const forms = uploads([200, { ...answer, run: null, notes: ['Looked at.'] }, until()]);
  const { screen, user } = openChecker('mx_records', '');
  await user.upload(await screen.findByLabelText('File of domains'), csv());
  await user.click(screen.getByRole('button', { name: 'Check Domain' }));
  await expect.poll(() => forms.length).toBe(1);
  await user.upload(screen.getByLabelText('File of domains'), new File(['Domain Name\n'], 'november.csv'));
  arrives();

  await screen.findByText('Looked at.');
  expect(screen.getByText(/november\.csv, 1 kB/)).toBeTruthy();
});

test('a file that changed since it was chosen is to be chosen again', async () => {
  const forms = uploads();
  const changed = csv();
  vi.spyOn(changed, 'slice').mockReturnValue({ arrayBuffer: () => Promise.reject(new Error('changed')) } as never);
  const { screen, user } = openChecker('mx_records', '');
  await user.upload(await screen.findByLabelText('File of domains'), changed);

  await user.click(screen.getByRole('button', { name: 'Check Domain' }));

  expect(await screen.findByText('The file changed since it was chosen. Choose it again.')).toBeTruthy();
  expect(forms).toEqual([]);
});

test('too many checks in a row are refused in words, and what was typed stays', async () => {
  const { screen, user } = openChecker(
    'domain_checker',
    '',
    answering(checks.domains, () => refusing(429)),
  );

  await user.type(await screen.findByLabelText('Domain'), 'acme.example{Enter}');

  expect((await screen.findByText('Nothing was checked.')).closest('[role=alert]')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Domain').value).toBe('acme.example');
});

/** The content of a file without its byte order mark. */
const readText = (file: Blob) =>
  new Promise<unknown>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    reader.readAsText(file);
  });

test('Template saves a file with sample domains, and Export the result as the server would', async () => {
  const save = vi.spyOn(URL, 'createObjectURL');
  const { screen, user } = openChecker(
    'mx_records',
    '',
    answering(checks.template, {}),
    answering(checks.mail, { ...answer, domains: [checkedDomain()] }),
  );
  await user.click(await screen.findByRole('button', { name: 'Template' }));
  await screen.findByText('Saved template.csv');
  await user.type(screen.getByLabelText('Domain'), 'acme.example{Enter}');

  await user.click(await screen.findByRole('button', { name: 'Export' }));

  await screen.findByText('Exported 1 row to export_data.csv');
  expect(await readText(save.mock.lastCall?.[0] as Blob)).toBe(
    'Line,As Written,Domain Name,Status,Provider,MX Records,Hint,Error\r\n' +
      '1,acme.example,acme.example,Google Workspace,Google Workspace,1 smtp.google.com,,\r\n',
  );
});

test('a typed domain closes the file that was open', async () => {
  const { screen, user, address } = openChecker(
    'mx_records',
    '?run=31&status=google',
    answering(checks.run, { run: checkRun(), counts: [], domains: [], total: 0 }),
    answering(checks.mail, { ...answer, domains: [checkedDomain()] }),
    noRuns,
  );
  await screen.findByRole('region', { name: 'domains.csv' });

  await user.type(screen.getByLabelText('Domain'), 'acme.example{Enter}');

  await screen.findByRole('region', { name: 'Result' });
  expect(screen.queryByRole('region', { name: 'domains.csv' })).toBeNull();
  expect(address()).toBe('/home');
});
