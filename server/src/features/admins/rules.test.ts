import { ROLES } from '@desk/contract/call';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { menusFor } from './rules.ts';

const member: ReadonlySet<number> = new Set([1, 2, 3]);
const someMenus = fc.uniqueArray(fc.integer({ min: 1, max: 8 })).map((ids) => new Set(ids));
const someRole = fc.constantFrom(...ROLES);
const someChoice = fc.record({
  own: someMenus,
  from: fc.option(someRole, { nil: undefined }),
  to: someRole,
  present: someMenus,
  wanted: fc.option(someMenus, { nil: undefined }),
  member: fc.constant(member),
});

test('whoever changes whom, no menu comes or goes that the caller lacks, but those that belong to the renewal team', () => {
  fc.assert(
    fc.property(someChoice, (choice) => {
      const { own, from, to, present } = choice;
      const next = menusFor(choice);
      fc.pre(next !== undefined);
      const withRole = (team: typeof from) => new Set([...own, ...(team === 'RMEMBER' ? member : [])]);
      for (const id of next) if (!present.has(id)) expect(withRole(to)).toContain(id);
      for (const id of present) if (!next.has(id)) expect(withRole(from)).toContain(id);
    }),
    { numRuns: 1000 },
  );
});

test('whoever gives another role has all menus that it brings to life or to rest, but those of the renewal team', () => {
  fc.assert(
    fc.property(someChoice, (choice) => {
      const { own, from, to, present } = choice;
      fc.pre(from !== undefined && from !== to);
      const next = menusFor(choice);
      fc.pre(next !== undefined);
      const isTeam = from === 'RMEMBER' || to === 'RMEMBER';
      const allowed = new Set([...own, ...(isTeam ? member : [])]);
      for (const id of [...present, ...next]) expect(allowed).toContain(id);
      if (to !== 'RMEMBER') for (const id of next) expect(own).toContain(id);
    }),
    { numRuns: 1000 },
  );
});

test('whoever joins the renewal team, or is given menus in it, has exactly its menus', () => {
  fc.assert(
    fc.property(someChoice, (choice) => {
      fc.pre(choice.to === 'RMEMBER' && !(choice.from === 'RMEMBER' && choice.wanted === undefined));
      const next = menusFor(choice);
      fc.pre(next !== undefined);
      expect(next).toEqual(member);
    }),
  );
});
