export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f9; --paper: #ffffff; --ink: #1b2330; --quiet: #556072; --line: #d9dee6; --accent: #1f5fbf; --on-accent: #ffffff;
}
@media (prefers-color-scheme: dark) {
  :root { --ground: #12161d; --paper: #1b212b; --ink: #e8ecf2; --quiet: #a3aebf; --line: #333c4a; --accent: #8ab4f8; --on-accent: #10151d; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
header, main { max-width: 64rem; margin: 0 auto; padding: 1rem 1.25rem; }
header { padding-bottom: 0; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
p { margin: 0 0 .75rem; }
.quiet { color: var(--quiet); }
nav ul { display: flex; gap: .25rem; list-style: none; margin: 1rem 0 0; padding: 0; border-bottom: 1px solid var(--line); }
nav a { display: block; padding: .5rem 1rem; color: var(--quiet); text-decoration: none; border-bottom: 3px solid transparent; }
nav a[aria-current] { color: var(--ink); border-color: var(--accent); font-weight: 600; }
a { color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
form { display: flex; flex-wrap: wrap; gap: .5rem; align-items: end; margin-bottom: 1rem; }
label { display: grid; gap: .25rem; font-size: .875rem; color: var(--quiet); }
input { width: min(22rem, 80vw); }
textarea { width: min(40rem, 85vw); }
.buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
input, textarea, button { font: inherit; line-height: 1.5; padding: .4rem .75rem; border: 1px solid var(--quiet); border-radius: .4rem; background: var(--paper); color: var(--ink); }
button { background: var(--accent); border-color: var(--accent); color: var(--on-accent); cursor: pointer; }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; overflow-x: auto; }
table { width: 100%; min-width: 44rem; border-collapse: collapse; }
th, td { text-align: left; padding: .6rem .9rem; vertical-align: top; overflow-wrap: break-word; }
th { font-size: .8rem; color: var(--quiet); white-space: nowrap; }
td:last-child { white-space: nowrap; }
tbody tr { border-top: 1px solid var(--line); }
tbody tr:hover { background: var(--ground); }
.empty { padding: 2.5rem 1rem; text-align: center; color: var(--quiet); margin: 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--quiet); }
dd { margin: 0; overflow-wrap: anywhere; grid-column: 2; }
pre { margin: 0; padding: 1rem; white-space: pre-wrap; overflow-wrap: anywhere; font: inherit; }
h2 { font-size: 1.05rem; margin: 1.5rem 0 .5rem; }
.forms { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(24rem, 100%), 1fr)); gap: 0 1.25rem; }
iframe { width: 100%; height: 36rem; border: 0; background: #ffffff; display: block; }
`;

/** The list is fetched again every two seconds and exchanged where it changed; the focus stays on its link. */
export const REFRESH = `
const parts = ['list', 'count'];
setInterval(async () => {
  const answer = await fetch(location.href).catch(() => undefined);
  if (!answer?.ok) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const focused = document.activeElement?.getAttribute('href');
  for (const id of parts) {
    const [old, now] = [document.getElementById(id), fresh.getElementById(id)];
    if (old && now && old.innerHTML !== now.innerHTML) old.replaceChildren(...now.childNodes);
  }
  if (focused) document.querySelector('a[href="' + CSS.escape(focused) + '"]')?.focus();
}, 2000);
`;
