import { afterEach, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** What jsdom cannot send: a pretend server for files, each answer used once; status 0 is no answer. Answers what was sent. */
export function uploads(...answers: (readonly [status: number, body: unknown])[]): FormData[] {
  // What jsdom lacks of a browser.
  Blob.prototype.arrayBuffer = () => Promise.resolve(new ArrayBuffer(0));
  const forms: FormData[] = [];
  class Request {
    status = 0;
    responseText = '';
    upload: { onprogress?: () => void } = {};
    onload?: () => void;
    onerror?: () => void;
    open() {}
    setRequestHeader() {}
    send(form: FormData) {
      forms.push(form);
      const [status, body] = answers[forms.length - 1] ?? [500, {}];
      this.status = status;
      this.responseText = JSON.stringify(body);
      queueMicrotask(() => (status === 0 ? this.onerror?.() : this.onload?.()));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return forms;
}
