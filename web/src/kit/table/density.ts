import { usePreference } from '../browser/preferences.ts';

export const DENSITIES = ['compact', 'standard', 'relaxed'] as const;
export type Density = (typeof DENSITIES)[number];

const read = (stored: unknown): Density => DENSITIES.find((one) => one === stored) ?? 'standard';

/** Row height of every table: 32, 37 or 44 pixels. */
export const useDensity = () => usePreference('density', read);
