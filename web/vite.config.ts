import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), lettersFirst],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    // What every page loads first comes in one file, and what most screens share in another: in ninety small ones it would
    // come in turns, six at a time, and pack worse.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'first', tags: ['$initial'] },
            { name: 'shared', minShareCount: 8 },
          ],
        },
      },
    },
  },
});
