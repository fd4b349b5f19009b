import { expect, test } from 'vitest';
import { CUSTOMER_SCREENS } from './pages.ts';
import { segmentOf, usualMenus } from './usual-menus.ts';
import { Segment } from '../words/lists.ts';

test('who buys for a company gets all screens of the portal', () => {
  for (const segment of ['Micro', 'SMB', 'Startup', 'Corporate', 'Enterprise'] as const)
    expect(usualMenus(segment).toSorted()).toEqual(CUSTOMER_SCREENS.toSorted());
});

test('education sees its renewals and adds no licences by itself', () => {
  for (const segment of ['Education', 'Edutech'] as const)
    expect(usualMenus(segment)).toEqual(['my_domains', 'map_domain', 'my_renewals']);
});

test('of whom nothing is known may ask for a domain and no more', () => {
  expect(usualMenus(null)).toEqual(['my_domains', 'map_domain']);
});

test('nobody is proposed without a menu', () => {
  for (const segment of [...Segment.options, null]) expect(usualMenus(segment)).not.toHaveLength(0);
});

test.each([
  ['Education', 'SMB', 'Education'],
  [null, 'CORP', 'Corporate'],
  [null, 'SMB', 'SMB'],
  [null, null, null],
] as const)('the segment of a company known as %s, registered as %s, is %s', (known, industry, segment) => {
  expect(segmentOf(known, industry)).toBe(segment);
});
