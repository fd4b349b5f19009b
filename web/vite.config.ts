import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rollup } from 'vite';

/**
 * The letters of every page are asked for with its first script, not when the script has drawn something: else it is drawn in
 * other letters, and moves when they come.
 */
const lettersFirst: Plugin = {
  name: 'letters first',
  transformIndexHtml(_html, { bundle = {} }) {
    const letters = Object.keys(bundle).filter((file) => /\/inter-latin-wght-normal-[^/]*\.woff2$/.test(file));
    return letters.map((file) => ({
      tag: 'link',
      attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${file}` },
      injectTo: 'head' as const,
    }));
  },
};

/** Screens whose code is asked for before the product's first script is there, which else would name it. */
const AHEAD = { get_monthly_renewal: 'monthly-renewals.screen.tsx', my_day: 'my-day.screen.tsx' } as const;
/** The chunk of what is around every screen. */
const FRAME = 'frame';
const AROUND = /\/src\/app\/(?:frame\/shell|screen-route)\.tsx$/;

/** Scripts and styles of a screen and of what is around it, with what they import, but for what the page names itself. */
function filesOf(bundle: Rollup.OutputBundle, screen: string): string[] {
  const found = new Set<string>();
  const take = (file: string): void => {
    const chunk = bundle[file];
    if (chunk?.type !== 'chunk' || chunk.isEntry || found.has(file)) return;
    found.add(file);
    for (const styles of chunk.viteMetadata?.importedCss ?? []) found.add(styles);
    chunk.imports.forEach(take);
  };
  for (const [file, chunk] of Object.entries(bundle))
    if (chunk.type === 'chunk' && (chunk.name === FRAME || chunk.facadeModuleId?.endsWith(`/${screen}`) === true))
      take(file);
  return [...found].map((file) => `/${file}`);
}

/** A script of its own that begins what the address needs while the product's first one comes (`src/first/main.ts`). */
const firstRequest: Plugin = {
  name: 'first request',
  apply: 'build',
  buildStart() {
    this.emitFile({ type: 'chunk', id: `${import.meta.dirname}/src/first/main.ts`, name: 'ahead' });
  },
  transformIndexHtml(_html, { bundle = {} }) {
    const own = Object.values(bundle).find(
      (chunk) => chunk.type === 'chunk' && chunk.facadeModuleId?.endsWith('/src/first/main.ts'),
    );
    if (own === undefined) throw new Error('The build has no first script.');
    const code = Object.fromEntries(Object.entries(AHEAD).map(([screen, source]) => [screen, filesOf(bundle, source)]));
    return [
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'code' },
        children: JSON.stringify(code),
        injectTo: 'head',
      },
      // In front of the product's script, which so never runs before it and asks for the same a second time.
      {
        tag: 'script',
        attrs: { type: 'module', fetchpriority: 'high', crossorigin: '', src: `/${own.fileName}` },
        injectTo: 'head-prepend',
      },
    ];
  },
};

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), lettersFirst, firstRequest],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // What every page loads first comes in one file, what is around every screen in another, and what most screens share in a third:
    // in ninety small ones it would come in turns, six at a time, and pack worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'], test: (id) => !id.includes('/src/first/') },
            { name: 'shared', minShareCount: 8 },
            { name: FRAME, test: AROUND },
          ],
        },
      },
    },
  },
});
