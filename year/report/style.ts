/** Of the page, in light and dark. No font and no picture comes from elsewhere. */
export const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --text: #1b1f24; --soft: #57606a; --line: #d8dee4; --one: #1f6fd1; --two: #b4bac2; --ok: #14713a; --bad: #b3261e; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #14171b; --text: #e8eaed; --soft: #a3abb5; --line: #333a43; --one: #5aa2ff; --two: #69727e; --ok: #6fd08f; --bad: #ff8f85; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 960px; padding: 24px 16px 64px; background: var(--bg); color: var(--text); font: 15px/1.5 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 18px; margin: 40px 0 8px; }
p { margin: 0 0 12px; }
.soft, .unit, .tick { color: var(--soft); }
.unit { font-weight: 400; }
.sum { font-size: 28px; font-weight: 600; margin: 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); padding: 4px 0; }
th, td { text-align: left; vertical-align: top; padding: 6px 12px 6px 0; border-bottom: 1px solid var(--line); font-weight: 400; }
thead th { color: var(--soft); }
.n { text-align: right; white-space: nowrap; }
.ok { color: var(--ok); }
.bad { color: var(--bad); font-weight: 600; }
.story { padding-left: 16px; color: var(--soft); overflow-wrap: anywhere; }
figure { margin: 0 0 32px; }
figcaption { font-weight: 600; margin-bottom: 4px; }
svg { display: block; width: 100%; height: auto; }
.grid { stroke: var(--line); }
.axis { stroke: var(--soft); }
svg .tick { fill: var(--soft); font-size: 11px; }
.s1 { fill: var(--one); background: var(--one); }
.s2 { fill: var(--two); background: var(--two); }
.legend { display: flex; gap: 16px; color: var(--soft); margin: 0 0 4px; }
.legend i { display: inline-block; width: 10px; height: 10px; margin-right: 6px; }
details { margin-top: 8px; }
summary { cursor: pointer; color: var(--soft); }
summary:focus-visible { outline: 2px solid var(--one); outline-offset: 2px; }
`;
