import { useState } from 'react';
import { sentenceOf, sentOf, type Rule } from './rule-words.ts';

/** A rule in its place; its key stays while it is moved and changed. */
export interface Placed {
  readonly key: number;
  readonly rule: Rule;
}

const textOf = (rules: readonly Rule[]): string => JSON.stringify(rules.map(sentOf));

/** The rules as they are being written, in their order, and what was done to them last, in words. */
export function useRules(start: readonly Rule[]) {
  const [placed, setPlaced] = useState<readonly Placed[]>(() => start.map((rule, key) => ({ key, rule })));
  const [news, setNews] = useState('');
  const rules = placed.map(({ rule }) => rule);
  const put = (next: readonly Placed[], words: string) => {
    setPlaced(next);
    setNews(words);
  };
  return {
    placed,
    rules,
    news,
    dirty: textOf(rules) !== textOf(start),
    add: (rule: Rule) => {
      const key = Math.max(-1, ...placed.map((one) => one.key)) + 1;
      put([...placed, { key, rule }], `Rule ${String(placed.length + 1)} added: ${sentenceOf(rule)}`);
    },
    change: (key: number, rule: Rule) => {
      const at = placed.findIndex((one) => one.key === key);
      put(placed.with(at, { key, rule }), `Rule ${String(at + 1)} changed: ${sentenceOf(rule)}`);
    },
    move: (at: number, by: 1 | -1) => {
      const [one, other] = [placed[at], placed[at + by]];
      if (!one || !other) return;
      const words = `${sentenceOf(one.rule)}: now rule ${String(at + by + 1)} of ${String(placed.length)}`;
      put(placed.with(at, other).with(at + by, one), words);
    },
    remove: (at: number) => {
      const gone = placed[at];
      if (gone) put(placed.toSpliced(at, 1), `Rule ${String(at + 1)} removed: ${sentenceOf(gone.rule)}`);
    },
  };
}
