import { expect, test } from 'vitest';
import { compiled } from '../../platform/db/sql/compile.ts';
import { conditionOf } from './filter.ts';

// Its plan is made once for all texts: were it offered the expression of `renewals_domain_trigram`, it would read all of that index for two letters.
test.each([{ month: '2026-11' }, { month: '2026-11', segment: 'SMB' as const }])(
  'a search with %j asks for no expression that an index of names has',
  (among) => {
    const { text } = compiled(conditionOf({ domain: 'acme', ...among }));
    expect(text).toContain("(r.domain_name::text || '') like");
    expect(text).not.toContain('any(array(');
  },
);

test('a search in all months asks for those', () => {
  const { text } = compiled(conditionOf({ domain: 'acme' }));
  expect(text).toContain('r.domain_name::text like');
  expect(text).toContain('any(array(');
});
