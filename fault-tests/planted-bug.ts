/** A text of the server that is replaced, and stands there exactly once. */
export type Change = { file: string; from: string; to: string };

/** A bug that is built into a server, and what must be seen of it. */
export type PlantedBug = {
  name: string;
  changes: readonly Change[];
  /** The round that must see it. */
  round: string;
  /** Beginning of the line that reports it. */
  sign: string;
  /** Only what is done outside in the end tells it. */
  isSlow?: boolean;
  /** Part of the short run too. */
  isShort?: boolean;
};
