import type { HistoryLocation } from '@tanstack/react-router';

interface Way {
  readonly currentLocation: HistoryLocation;
  readonly nextLocation: HistoryLocation;
}

/** How far a way leads through the history: below 0 by Back; 1, too, for what is new. */
export const stepsOf = ({ currentLocation, nextLocation }: Way): number =>
  nextLocation.state.__TSR_index - currentLocation.state.__TSR_index;
