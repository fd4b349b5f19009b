import { domains, type OwnDomain } from '@desk/contract/domains';
import { cleanup, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { answering, refusing, show, slowly } from '../../testing/show.tsx';
import { MapDomainScreen } from './map-domain.screen.tsx';

const indus: OwnDomain = {
  domain_id: 4,
  domain_name: 'indus.example',
  domain_status: 'ACTIVE',
  timestamp: '2026-11-20T06:30:00Z',
};

/** A server that puts what is asked for into the list, unless it refuses with `status`. */
async function adding(status?: number) {
  let list = [indus];
  const shown = show(
    <MapDomainScreen />,
    answering(domains.own, () => ({ domains: list })),
    answering(domains.add, ({ domainName }) => {
      if (status !== undefined) return refusing(status);
      list = [...list, { ...indus, domain_id: 5, domain_name: domainName, domain_status: 'PENDING' }];
      return {};
    }),
  );
  await shown.screen.findByText('indus.example');
  await shown.user.click(shown.screen.getByRole('button', { name: 'Add Domain' }));
  const dialog = await shown.screen.findByRole('dialog', { name: 'Add License' });
  const send = () =>
    shown.user.click([...dialog.querySelectorAll('button')].find((b) => b.type === 'submit') as Element);
  return { ...shown, send, field: shown.screen.getByLabelText<HTMLInputElement>(/^Domain Name/) };
}

test('a domain that is asked for stands in the list as pending', async () => {
  const { screen, user, sent, send, field } = await adding();
  expect(screen.getByText(/Our staff approve each domain/)).toBeDefined();

  await user.type(field, '  HTTPS://www.Kaveri.example/contact ');
  await send();

  await screen.findByText('kaveri.example waits for approval');
  expect(sent.find(({ path }) => path === domains.add.path)?.body).toEqual({
    domainName: 'HTTPS://www.Kaveri.example/contact',
  });
  expect(screen.getByText('Pending')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add Domain' }));
});

test('without a domain nothing is sent', async () => {
  const { screen, sent, send, field } = await adding();

  await send();

  await screen.findByText('Enter a domain such as company.example');
  expect(document.activeElement).toBe(field);
  expect(sent.some(({ path }) => path === domains.add.path)).toBe(false);
});

test('a domain that was typed is there again after the session ended', async () => {
  const first = await adding();
  await first.user.type(first.field, 'kaveri.example');
  cleanup();

  const { field } = await adding();

  expect(field.value).toBe('kaveri.example');
});

test.each([
  [403, 'Domain Already Exists'],
  [500, 'Failed to Add Domain'],
  [502, 'Failed to add License..!!'],
])('a refusal with %i reads %j, and what was typed stays', async (status, text) => {
  const { screen, user, send, field } = await adding(status);
  await user.type(field, 'kaveri.example');

  await send();

  await screen.findByText(text);
  expect(field.value).toBe('kaveri.example');
});

test('without a domain the screen says so', async () => {
  const { screen } = show(<MapDomainScreen />, answering(domains.own, { domains: [] }));

  await screen.findByText('No Domain Mapped to this User');
});

test('a list that cannot be fetched leads to the error page', async () => {
  const { screen, address } = show(
    <MapDomainScreen />,
    answering(domains.own, () => refusing(500)),
  );

  await screen.findByText('Failed to fetch Domain data. Please try again later.');
  await waitFor(() => expect(address()).toBe('/error'));
});

test('while a domain is asked for again, another one can be; a second press on the same does nothing', async () => {
  const names = ['kaveri.example', 'tara.example'];
  const closed = names.map((domain_name, at): OwnDomain => ({
    ...indus,
    ...{ domain_id: 5 + at, domain_name, domain_status: 'REJECTED' },
  }));
  const answer = slowly({});
  const { screen, user, bodies } = show(
    <MapDomainScreen />,
    answering(domains.own, { domains: closed }),
    answering(domains.add, answer.answer),
  );
  await user.click(await screen.findByLabelText('Ask again: kaveri.example'));
  await user.click(screen.getByLabelText('Ask again: kaveri.example'));
  await user.click(screen.getByLabelText('Ask again: tara.example'));

  answer.arrives();

  for (const name of names) await screen.findByText(`${name} waits for approval`);
  expect(bodies(domains.add)).toEqual(names.map((domainName) => ({ domainName })));
});

test('a fault of the server reads the same where a domain is asked for again', async () => {
  const { screen, user } = show(
    <MapDomainScreen />,
    answering(domains.own, { domains: [{ ...indus, domain_status: 'REJECTED' }] }),
    answering(domains.add, () => refusing(500)),
  );

  await user.click(await screen.findByLabelText('Ask again: indus.example'));

  await screen.findByText('Failed to Add Domain');
});

test.each(['REJECTED', 'SUSPENDED'] as const)(
  'a %s domain is asked for again, or removed after a question',
  async (status) => {
    let list: OwnDomain[] = [indus, { ...indus, domain_id: 5, domain_name: 'kaveri.example', domain_status: status }];
    const { screen, user, sent } = show(
      <MapDomainScreen />,
      answering(domains.own, () => ({ domains: list })),
      answering(domains.add, {}),
      answering(domains.remove, () => {
        list = [indus];
        return {};
      }),
    );
    await screen.findByText('kaveri.example');
    expect(screen.queryByLabelText('Ask again: indus.example')).toBeNull();
    expect(screen.queryByLabelText('Remove: indus.example')).toBeNull();

    await user.click(screen.getByLabelText('Ask again: kaveri.example'));
    await screen.findByText('kaveri.example waits for approval');
    expect(sent.find(({ path }) => path === domains.add.path)?.body).toEqual({ domainName: 'kaveri.example' });

    await user.click(screen.getByLabelText('Remove: kaveri.example'));
    await user.click(screen.getByRole('button', { name: 'Remove' }));
    await screen.findByText('kaveri.example was removed from your list');
    expect(sent.find(({ path }) => path === domains.remove.path)?.body).toEqual({
      ...{ domain_id: 5, domain_name: 'kaveri.example' },
    });
  },
);
