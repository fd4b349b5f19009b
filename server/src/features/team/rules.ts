import { Segment, Zone } from '@desk/contract/words/lists';

export interface Tags {
  segments: readonly string[];
  zones: readonly string[];
  /** The manager's e-mail. */
  manager: string | null;
}

const listed = (options: readonly string[], words: readonly string[]): string =>
  options.filter((word) => words.includes(word)).join(',');

/** Tags as people read them: lists joined by commas, in the order of the enumerations. */
export const readable = ({ segments, zones, manager }: Tags) => ({
  segments: listed(Segment.options, segments),
  region: listed(Zone.options, zones),
  manager,
});
