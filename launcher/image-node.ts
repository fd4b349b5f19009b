import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { counted, vitest } from './checks.ts';
import { npmCommand } from './packages/packages.mjs';
import { withProgress } from './progress.ts';
import { root } from './root.mjs';
import type { TestCounts } from './test-counts.ts';
import { runQuietly } from './tools.ts';
import { LauncherError } from './report-error.ts';

/** Behaviour that depends on Node's version, and has changed: domain names, the answers of name servers. */
const ABOUT_NODE = ['server/src/platform/domain-names', 'server/src/integrations/dns', 'simulators/dns'];

/** The major of the image: what the product runs on at most companies, and newer than many a developer's. */
export function majorOfImage(dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8')): number {
  const majors = new Set([...dockerfile.matchAll(/^FROM node:(\d+)/gm)].map(([, major]) => Number(major)));
  const [major] = majors;
  if (major === undefined || majors.size > 1) throw new LauncherError('The Dockerfile must name one major of Node.');
  return major;
}

/** The packages with the binaries alone; the one that is called `node` would run a script to fetch them. */
const packageOf = ({ platform, arch }: Pick<NodeJS.Process, 'platform' | 'arch'>): string =>
  `${platform === 'darwin' && arch === 'arm64' ? 'node-bin' : 'node'}-${platform}-${arch}`;

function works(path: string, major: number): boolean {
  try {
    return execFileSync(path, ['--version'], { encoding: 'utf8' }).startsWith(`v${major}.`);
  } catch {
    return false;
  }
}

interface Where {
  /** Kept from run to run; git does not see it. */
  folder: string;
  env: NodeJS.ProcessEnv;
  signal: AbortSignal;
}

/** The path of a Node of this major, fetched from npm's registry where it is not there yet. */
async function fetched(major: number, { folder, env, signal }: Where): Promise<string> {
  const name = packageOf(process);
  const path = join(folder, 'node_modules', name, 'bin/node');
  if (existsSync(path) && works(path, major)) return path;
  mkdirSync(folder, { recursive: true });
  // Without it npm would look for the next package.json further up.
  writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
  const install = ['install', '--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund'];
  const [program, args] = npmCommand([...install, '--loglevel=error', `${name}@${major}`]);
  const { code, output } = await runQuietly(args, { program, env, signal, cwd: folder });
  if (code === 0 && works(path, major)) return path;
  throw new LauncherError(
    `${output}\nNode ${major}, which the Dockerfile uses, could not be fetched (npm: ${code}).`.trim(),
  );
}

const isUnattended = ({ CI = '' }: NodeJS.ProcessEnv) => !['', '0', 'false'].includes(CI);

/**
 * The tests of what Node decides, once more on the Node of the image. Without a registry they are left out with a word where
 * somebody sits in front, and fail where `CI` is set.
 */
export async function onImagesNode(
  env: NodeJS.ProcessEnv,
  signal: AbortSignal,
  { major = majorOfImage(), folder = join(root, '.data/nodes', String(major)) } = {},
): Promise<TestCounts[]> {
  if (process.versions.node.startsWith(`${major}.`)) return [];
  let program = '';
  const fetching = await counted(async () => {
    program = await withProgress(`Finding Node ${major}`, () => fetched(major, { folder, env, signal }));
  }, signal);
  if (program !== '') return [fetching, await vitest(env, signal, { program, files: ABOUT_NODE })];
  if (isUnattended(env)) return [fetching];
  process.stdout.write(`The tests of what Node decides were not run on Node ${major}.\n\n`);
  return [];
}
