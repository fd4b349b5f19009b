import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { forgetChanges } from '../kit/edit/changes.ts';
import { dismissAll } from '../kit/feedback/toast.ts';

// Waiting ends when what is waited for is there; a machine with much to do may take its time.
configure({ asyncUtilTimeout: 10_000 });

// jsdom has none of these.
window.matchMedia = (query) =>
  ({ matches: false, media: query, addEventListener: () => undefined, removeEventListener: () => undefined }) as never;
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;
globalThis.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
};
globalThis.CSS = { escape: (text: string) => text.replace(/[^\w-]/g, '\\$&') } as never;
Blob.prototype.text = function text() {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsText(this);
  });
};
Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(0));

afterEach(() => {
  cleanup();
  dismissAll();
  forgetChanges();
  localStorage.clear();
  sessionStorage.clear();
  // Code fetched ahead whose test is over would fail without its page, and stay failed for all files after this one.
  return vi.dynamicImportSettled();
});
