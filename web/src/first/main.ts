import { firstRequestOf, screenIn } from './request-of.ts';

// Runs before the product's scripts are there, and knows nothing of them: it asks for the code of the screen that the address names, and
// sends what that screen will ask for first, so that both are on their way meanwhile. What cannot be done is left: the screen asks itself.

// A screen waits for its styles as for its scripts; without this it asks for them only after the product's script has run. They are
// asked for as the bundler's own link does, with `crossorigin`: else the browser takes them for something else, and asks twice.
const linkTo = (href: string): HTMLLinkElement =>
  Object.assign(
    document.createElement('link'),
    href.endsWith('.css') ? { rel: 'preload', as: 'style', crossOrigin: '', href } : { rel: 'modulepreload', href },
  );

function loadCode(screen: string): void {
  const code = JSON.parse(document.getElementById('code')?.textContent ?? '{}') as Readonly<Record<string, string[]>>;
  document.head.append(...(code[screen] ?? []).map(linkTo));
}

function sendFirst(token: string, timeZone: string): void {
  const { pathname, search } = location;
  const now = Date.now();
  const request = firstRequestOf({ pathname, search, timeZone, now }, localStorage.getItem('menu') ?? '');
  if (request === undefined) return;
  const asked = fetch(`/api/${request.path}`, {
    method: 'POST',
    headers: { 'X-Requested-With': 'XMLHttpRequest', Authorization: token, 'Content-Type': 'application/json' },
    body: request.body,
  });
  const response = asked.then(async (answer) => {
    if (!answer.ok) return answer;
    const text = await answer.text();
    first.text = text;
    return new Response(text, answer);
  });
  // Whoever takes it hears of the failure.
  response.catch(() => undefined);
  const first: NonNullable<Window['firstRequest']> = { ...request, token, at: now, response };
  window.firstRequest = first;
}

try {
  const screen = screenIn(location.pathname);
  if (screen !== undefined) loadCode(screen);
  const stored = JSON.parse(localStorage.getItem('token') ?? 'null') as { login_token?: string } | null;
  const { timeZone } = document.documentElement.dataset;
  if (stored?.login_token !== undefined && timeZone !== undefined) sendFirst(stored.login_token, timeZone);
} catch {
  // A browser that keeps nothing, or kept something else.
}
