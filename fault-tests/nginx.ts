import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../launcher/ports.ts';
import { until } from '../launcher/processes.ts';
import { root } from '../launcher/root.mjs';
import type { Node } from './node.ts';

/** The configuration that operators are told to use, and no copy of it. */
const DOCUMENTED = 'docs/nginx.conf';
const START_MS = 10_000;
const STOP_MS = 10_000;

/** @returns what keeps nginx from being used here, or undefined. */
export const nginxMissing = (): string | undefined =>
  spawnSync('nginx', ['-v']).error === undefined ? undefined : 'nginx is not installed';

/** The documented site at addresses of this run: those of the nodes, and one without TLS to listen on. */
function site(port: number, nodes: readonly Node[]): string {
  const text = readFileSync(join(root, DOCUMENTED), 'utf8');
  const addresses = [...new Set(text.match(/\b10\.0\.0\.\d+:3000\b/g))];
  if (addresses.length !== nodes.length)
    throw new Error(`${DOCUMENTED} has ${addresses.length} nodes, not ${nodes.length}.`);
  const withNodes = addresses.reduce(
    (answer, address, n) => answer.replaceAll(address, `127.0.0.1:${nodes[n]?.port ?? 0}`),
    text,
  );
  const [before, after, ...more] = withNodes.replaceAll(/^ *ssl_certificate.*\n/gm, '').split('listen 443 ssl http2;');
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`${DOCUMENTED} does not listen on 443 exactly once.`);
  return `${before}listen 127.0.0.1:${port};${after}`;
}

/** Everything that a package's own nginx.conf would bring, in a folder of this run. */
const around = (folder: string): string => `
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes 2;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
  include ${folder}/site.conf;
}
`;

/** nginx as its package brings it, with the documented configuration, in front of nodes. */
export async function startNginx(nodes: readonly Node[], parent: string) {
  const folder = join(parent, 'nginx');
  mkdirSync(folder);
  const port = await freePort();
  writeFileSync(join(folder, 'site.conf'), site(port, nodes));
  writeFileSync(join(folder, 'nginx.conf'), around(folder));
  const log = join(folder, 'error.log');
  const child = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', log, '-g', 'daemon off;'], {
    stdio: 'ignore',
  });
  const state = { isAlive: true };
  child.once('exit', () => (state.isAlive = false));
  const address = `http://127.0.0.1:${port}`;
  const answers = (): Promise<boolean> =>
    fetch(address).then(
      () => true,
      () => false,
    );
  if (!(await until(async () => !state.isAlive || answers(), START_MS)) || !state.isAlive)
    throw new Error(`nginx did not start.\n${readFileSync(log, 'utf8')}`);
  return {
    address,
    /** It looks at nodes as its configuration says. */
    look: () => Promise.resolve(),
    stop: async (): Promise<void> => {
      child.kill('SIGTERM');
      await until(() => !state.isAlive, STOP_MS);
    },
  };
}
