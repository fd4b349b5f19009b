import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './app/styles.ts';
import { App } from './app/app.tsx';
import { followColours } from './kit/theme/colours.ts';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no #root.');
followColours();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
