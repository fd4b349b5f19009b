import { join, sep } from 'node:path';
import files from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** The built browser app. What lies in `assets` has its content in its name and is kept for ever; the rest is asked for anew. */
export async function serveWeb(app: FastifyInstance, folder: string) {
  const assets = join(folder, 'assets') + sep;
  await app.register(files, {
    root: folder,
    wildcard: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    setHeaders: (response, path) => {
      const kept = path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'public, max-age=0';
      void response.header('cache-control', kept);
    },
  });
}
