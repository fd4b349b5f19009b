import { afterEach, vi } from 'vitest';

afterEach(() => vi.unstubAllGlobals());

/** A pretend server for files, which jsdom cannot send: each answer is used once, status 0 is no answer; one that waits for a promise is under way until then. Returns what was sent. */
export function uploads(
  ...answers: (readonly [status: number, body: unknown, until?: Promise<unknown>])[]
): FormData[] {
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
      const [status, body, until] = answers[forms.length - 1] ?? [500, {}];
      this.status = status;
      this.responseText = JSON.stringify(body);
      void Promise.resolve(until).then(() => (status === 0 ? this.onerror?.() : this.onload?.()));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  return forms;
}
