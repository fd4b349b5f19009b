import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { minVersion, satisfies } from 'semver';
import { describe, expect, test } from 'vitest';
import { root } from '../root.mjs';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  link?: boolean;
  dev?: boolean;
  engines?: { node?: string };
}
const read = (file: string): unknown => JSON.parse(readFileSync(join(root, file), 'utf8'));
const { packages } = read('package-lock.json') as { packages: Record<string, Locked> };
const installed = Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link);

const MANIFESTS = ['package.json', 'contract/package.json', 'server/package.json', 'web/package.json'];
const declared = MANIFESTS.flatMap((file) => {
  const { dependencies = {}, devDependencies = {} } = read(file) as Record<string, Record<string, string>>;
  return Object.entries({ ...dependencies, ...devDependencies });
});

/** The first version without the holes that are known; those without any are left out. */
const FLOORS: Readonly<Record<string, string>> = {
  fastify: '5.12.1',
  '@fastify/static': '10.1.2',
  '@fastify/multipart': '9.0.3',
  'find-my-way': '9.7.0',
  nodemailer: '9.0.1',
  'drizzle-orm': '0.45.2',
  'csv-parse': '4.4.6',
  lodash: '4.17.21',
  moment: '2.29.4',
  nanoid: '3.3.8',
  '@tanstack/react-router': '1.169.9',
  vite: '8.0.16',
  // Of the services' own clients, which only tests need.
  'form-data': '3.0.4',
  got: '11.8.5',
  jsonwebtoken: '9.0.0',
};
const isAtLeast = (version: string, floor: string): boolean => {
  const [have = [], need = []] = [version, floor].map((text) => text.split('.').map(Number));
  const at = need.findIndex((part, place) => part !== have[place]);
  return at === -1 || (have[at] ?? 0) > (need[at] ?? 0);
};

describe('the packages', () => {
  test('are asked for by one exact version each', () => {
    expect(declared.length).toBeGreaterThan(40);
    for (const [name, version] of declared)
      expect([name, version]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+(-[\w.]+)?$/)]);
  });

  test('are those whose content was seen when they were locked, and come from the registry alone', () => {
    expect(installed.length).toBeGreaterThan(300);
    for (const [path, { integrity = '', resolved }] of installed) {
      expect([path, integrity]).toEqual([path, expect.stringMatching(/^sha512-/)]);
      expect([path, resolved]).toEqual([path, undefined]);
    }
  });

  test.each(Object.entries(FLOORS))(
    '%s is %s or newer, without the holes that are known of older ones',
    (name, floor) => {
      const versions = installed
        .filter(([path]) => path.endsWith(`node_modules/${name}`))
        .map(([, { version = '' }]) => version);
      expect(versions).not.toEqual([]);
      for (const version of versions) expect([version, isAtLeast(version, floor)]).toEqual([version, true]);
    },
  );

  test.each(['xlsx', 'exceljs', 'request', 'event-stream'])('%s is none of them', (name) => {
    expect(installed.map(([path]) => path)).not.toContain(`node_modules/${name}`);
  });

  test.each(['jsonwebtoken', 'axios', 'got', 'winston'])('%s is none that production needs', (name) => {
    const needed = installed.filter(([, { dev = false }]) => !dev).map(([path]) => path);
    expect(needed.length).toBeGreaterThan(100);
    expect(needed.filter((path) => path.endsWith(`node_modules/${name}`))).toEqual([]);
  });
});

test('what stands in SECURITY.md about the packages names all that production needs', () => {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const needed = ['server/package.json', 'web/package.json'].flatMap((file) =>
    Object.keys((read(file) as { dependencies: object }).dependencies),
  );
  for (const name of needed.filter((one) => !one.startsWith('@desk/'))) expect(text).toContain(`\`${name}\``);
});

describe('the oldest Node that the product runs on', () => {
  const { engines } = read('package.json') as { engines: { node: string } };
  const oldest = minVersion(engines.node)?.version ?? '';

  test('is the one that every package runs on', () => {
    expect(oldest).toBe('20.19.0');
    const wanting = installed.flatMap(([path, { version, engines: { node = '*' } = {} }]) =>
      satisfies(oldest, node) ? [] : [`${path} ${version} wants Node ${node}`],
    );
    expect(wanting).toEqual([]);
  });

  test('holds back what docs/dependencies.md says, at the versions that it says', () => {
    const text = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `([^`]+)` \| ([\d.]+) \|/gm)].map(([, name = '', held = '']) => ({
      name,
      held,
    }));
    expect(rows.length).toBeGreaterThan(10);
    for (const { name, held } of rows) {
      const version = packages[`node_modules/${name}`]?.version ?? packages[`web/node_modules/${name}`]?.version ?? '';
      expect([name, `${version}.`.startsWith(`${held}.`)]).toEqual([name, true]);
    }
  });
});
