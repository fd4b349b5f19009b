import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: 'dist', emptyOutDir: true, manifest: true, target: 'es2023', assetsInlineLimit: 0 },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
