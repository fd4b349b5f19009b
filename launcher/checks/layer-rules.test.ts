import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { expect, test } from 'vitest';
import { root } from '../root.mjs';
import { commandScript, runQuietly } from '../tools.ts';

type Config = { forbidden: IForbiddenRuleType[] };
const { forbidden } = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as Config;

/** For each rule a file that breaks it, and what it imports: a file of the clone, or a package. */
const BROKEN: Readonly<Record<string, [from: string, to: string]>> = {
  'no-circles': ['bench/first.ts', 'bench/second.ts'],
  'contract-stands-alone': ['contract/src/one.ts', 'server/src/auth/one.ts'],
  'two-sides-meet-in-contract': ['web/src/kit/one.ts', 'server/src/auth/one.ts'],
  'product-imports-no-tools': ['server/src/app/one.ts', 'simulators/one.ts'],
  'simulators-stand-alone': ['simulators/two.ts', 'contract/src/one.ts'],
  'the-oracle-stands-alone': ['year/oracle/one.ts', 'server/src/domain/prices/one.ts'],
  'contract-is-zod-only': ['contract/src/two.ts', 'pg'],
  'server-features-are-isolated': ['server/src/features/users/routes.ts', 'server/src/features/team/rules.ts'],
  'web-features-are-isolated': ['web/src/features/users/list.list.tsx', 'web/src/features/team/model.ts'],
  'config-is-the-ground': ['server/src/config.ts', 'server/src/platform/time/one.ts'],
  'platform-knows-no-layer-above': ['server/src/platform/log/one.ts', 'server/src/domain/prices/one.ts'],
  'auth-knows-platform-only': ['server/src/auth/two.ts', 'server/src/integrations/dns/one.ts'],
  'integrations-know-platform-only': ['server/src/integrations/dns/two.ts', 'server/src/domain/prices/one.ts'],
  'providers-know-integrations-only': ['server/src/providers/one.ts', 'server/src/domain/prices/one.ts'],
  'the-port-knows-no-adapter': ['server/src/providers/two.ts', 'server/src/providers/google-reseller/one.ts'],
  'adapters-are-isolated': ['server/src/providers/microsoft/one.ts', 'server/src/providers/google-reseller/one.ts'],
  'adapters-stand-behind-the-port': [
    'server/src/features/team/queries.ts',
    'server/src/providers/google-reseller/one.ts',
  ],
  'clients-of-sellers-are-for-their-adapter': [
    'server/src/domain/prices/three.ts',
    'server/src/integrations/google-reseller/one.ts',
  ],
  'domain-knows-no-feature': ['server/src/domain/prices/two.ts', 'server/src/features/team/rules.ts'],
  'features-know-no-app': ['server/src/features/team/routes.ts', 'server/src/app/two.ts'],
  'kit-is-for-any-product': ['web/src/kit/two.ts', 'contract/src/one.ts'],
  'screens-know-the-kit': ['web/src/features/team/three.form.tsx', 'pg'],
  'parts-know-no-feature': ['web/src/parts/team/one.ts', 'web/src/features/team/model.ts'],
  'app-is-on-top': ['web/src/features/team/hooks.ts', 'web/src/app/one.ts'],
  'sql-lives-in-queries-commands-and-jobs': ['server/src/features/jobs/routes.ts', 'server/src/platform/db/one.ts'],
  'rules-are-pure': ['server/src/features/jobs/rules.ts', 'server/src/auth/one.ts'],
  'tables-belong-to-db': ['server/src/platform/db/tables/one.ts', 'server/src/platform/time/one.ts'],
  'fetch-lives-in-api': ['web/src/kit/three.ts', 'web/src/api/client.ts'],
  'server-feature-vocabulary': ['server/src/features/crm/routes.ts', 'server/src/features/crm/helpers.ts'],
  'web-feature-vocabulary': ['web/src/features/crm/hooks.ts', 'web/src/features/crm/helpers.ts'],
  'no-test-code-in-production': ['server/src/app/three.ts', 'server/src/app/testing/one.ts'],
  'declared-packages-only': ['server/src/auth/three.ts', 'undeclared'],
  'no-dev-packages-in-production': ['server/src/auth/four.ts', 'esbuild'],
  'nothing-unresolved': ['bench/three.ts', './nowhere.ts'],
  'no-orphans': ['bench/alone.ts', ''],
};

const isPackage = (to: string): boolean => !to.includes('/');

function importOf(from: string, to: string): string {
  const up = '../'.repeat(dirname(from).split('/').length);
  return to === '' ? 'export {};' : `import '${isPackage(to) || to.startsWith('.') ? to : `${up}${to}`}';`;
}

/** A clone with the rules and the packages of this one, in which each rule is broken once. */
function brokenClone(): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-layers-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const manifest = { name: 'broken', devDependencies: { esbuild: '*' }, dependencies: { pg: '*', zod: '*' } };
  write('package.json', JSON.stringify(manifest));
  write('tsconfig.json', '{ "compilerOptions": { "module": "preserve" } }');
  for (const name of ['pg', 'zod', 'esbuild']) {
    mkdirSync(join(folder, 'node_modules'), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
  write('node_modules/undeclared/package.json', '{ "name": "undeclared", "main": "index.js" }');
  write('node_modules/undeclared/index.js', '');
  const all = Object.values(BROKEN);
  for (const to of all.map(([, to]) => to)) if (!isPackage(to) && !to.startsWith('.')) write(to, 'export {};');
  write('bench/second.ts', importOf('bench/second.ts', 'bench/first.ts'));
  for (const [from, to] of all) write(from, importOf(from, to));
  return folder;
}

test('each rule is broken by an example', () => {
  expect(Object.keys(BROKEN).sort()).toEqual(forbidden.map(({ name = '' }) => name).sort());
});

test('each rule finds the file that breaks it', async () => {
  const folder = brokenClone();
  try {
    const config = join(root, '.dependency-cruiser.cjs');
    const folders = ['contract', 'server', 'web', 'simulators', 'bench', 'year'];
    const args = [commandScript('depcruise'), '--config', config, '--output-type', 'json', ...folders];
    const { output } = await runQuietly(args, { cwd: folder, signal: new AbortController().signal });
    const { summary } = JSON.parse(output) as ICruiseResult;
    const found = summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
    const wanted = Object.entries(BROKEN).map(([rule, [from]]) => `${rule} ${from}`);
    expect(wanted.filter((one) => !found.includes(one))).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
