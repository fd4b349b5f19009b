import fc from 'fast-check';
import { expect, test } from 'vitest';
import { differencesOf, type Beside } from './differing.ts';

const workspace = (seatsNow: number | null, seatsNext: number | null): Beside => ({
  ...{ skuId: '1010020028', name: 'Google Workspace Business Standard', seatsNow, seatsNext },
});
const vault = (seatsNow: number | null, seatsNext: number | null): Beside => ({
  ...{ skuId: 'Google-Vault', name: 'Google Vault', seatsNow, seatsNext },
});

test.each<[string, readonly Beside[], readonly string[]]>([
  ['equal before and after', [workspace(92, 80), vault(92, 80)], []],
  [
    'the base shrinks, the add-on does not',
    [workspace(92, 80), vault(92, 92)],
    ['Google Vault renews 92 seats, Workspace 80 seats: 12 too many.'],
  ],
  [
    'the add-on shrinks, the base does not',
    [workspace(92, 92), vault(92, 80)],
    ['Google Vault renews 80 seats, Workspace 92 seats: 12 without it.'],
  ],
  ['fewer add-ons than users, as ever', [workspace(92, 92), vault(10, 10)], []],
  [
    'the base ends, the add-on goes on',
    [workspace(92, 0), vault(92, 92)],
    ['Google Vault goes on with 92 seats, and no Workspace subscription does.'],
  ],
  ['both end', [workspace(92, 0), vault(92, 0)], []],
  ['the add-on ends', [workspace(92, 92), vault(92, 0)], []],
  ['two bases are counted together', [workspace(60, 60), workspace(40, 40), vault(100, 100)], []],
  ['a base that goes on as flexible has seats that nobody can know', [workspace(92, null), vault(92, 92)], []],
  [
    'an add-on without a number goes on while its base ends',
    [workspace(92, 0), vault(null, null)],
    ['Google Vault goes on, and no Workspace subscription does.'],
  ],
  ['an add-on without a number goes on with its base', [workspace(92, 92), vault(null, null)], []],
  ['no base is known', [vault(92, 92)], []],
  ['one seat', [workspace(1, 1), vault(1, 2)], ['Google Vault renews 2 seats, Workspace 1 seat: 1 too many.']],
  [
    'former employees and archived users count others',
    [workspace(92, 80), { ...vault(92, 92), skuId: 'Google-Vault-Former-Employee' }],
    [],
  ],
])('%s', (_, all, expected) => {
  expect(differencesOf(all)).toEqual(expected);
});

test('who renews what is there, of a base that has as many seats as its add-on, is warned of nothing', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), (now, next) => {
      expect(differencesOf([workspace(now, next), vault(now, next)])).toEqual([]);
    }),
  );
});
