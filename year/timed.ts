import { writeFileSync } from 'node:fs';
const all = new Map<string, { n: number; ms: number }>();
export async function timed<T>(name: string, work: () => Promise<T>): Promise<T> {
  const t = performance.now();
  try { return await work(); } finally {
    const one = all.get(name) ?? { n: 0, ms: 0 };
    one.n += 1; one.ms += performance.now() - t;
    all.set(name, one);
  }
}
const t0 = performance.now();
const dump = () => { const c = process.cpuUsage(); writeFileSync('/tmp/timed-' + process.pid + '.txt', `wall ${Math.round(performance.now() - t0)} cpu ${Math.round((c.user + c.system) / 1000)}\n` + [...all].sort((a, b) => b[1].ms - a[1].ms).map(([k, v]) => `${String(v.n).padStart(7)} ${String(Math.round(v.ms)).padStart(8)} ${(v.ms / v.n).toFixed(1).padStart(8)} ${k}`).join('\n') + '\n'); };
setInterval(dump, 2000).unref();
