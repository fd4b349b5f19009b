import { relative } from 'node:path';
import { ACCENT_PATH, withBusiness, type Business } from '@desk/contract/rules/business';
import { LOGO_PATH } from '@desk/contract/rules/logo';
import { createLogger, createServer } from 'vite';

interface Options {
  host: string;
  port: number;
  /** Where the server of the API listens. */
  api: string;
  /** In production the server writes it into the page. */
  business: Business;
  /** Folders beside the web app; a change in them is reported by its path, as it is written here. */
  watched: { root: string; folders: readonly string[]; changed: (path: string) => unknown };
}

/** While the server restarts its calls fail: the page says so by itself, and tries again. */
function quietProxy(): ReturnType<typeof createLogger> {
  const logger = createLogger('warn');
  const error = logger.error.bind(logger);
  logger.error = (message, options) => {
    if (!message.includes('proxy error')) error(message, options);
  };
  return logger;
}

/** Vite's own server: the web app from source, with hot reload, and the API behind it. */
export async function startDevServer({
  host,
  port,
  api,
  business,
  watched,
}: Options): Promise<{ stop: () => Promise<void> }> {
  const vite = await createServer({
    configFile: `${import.meta.dirname}/vite.config.ts`,
    clearScreen: false,
    customLogger: quietProxy(),
    plugins: [{ name: 'business', transformIndexHtml: (html) => withBusiness(html, business) }],
    server: { host, port, strictPort: true, proxy: { '/api': api, [ACCENT_PATH]: api, [LOGO_PATH]: api } },
  });
  vite.watcher.add(watched.folders.map((folder) => `${watched.root}/${folder}`));
  vite.watcher.on('all', (_event, file) => {
    const path = relative(watched.root, file);
    if (watched.folders.some((folder) => path.startsWith(`${folder}/`))) watched.changed(path);
  });
  await vite.listen();
  return { stop: () => vite.close() };
}
