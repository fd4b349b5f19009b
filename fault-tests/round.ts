import type { DataSet } from './database.ts';
import type { Desk, DeskOptions } from './desk.ts';
import type { Workload } from './ledger.ts';

export type Length = 'long' | 'short';

/** What a round has to tell beside what is found in the end. */
export type Reported = {
  rounds: number;
  injected: number;
  /** The longest time in which nobody had a success, after its cause was gone. */
  outageMs: number;
  /** The longest time that one of them waited for a success, after its cause was gone. */
  personMs: number;
  /** What should not have been seen, a line each. */
  problems: string[];
  /** What is worth knowing besides. */
  note?: string;
};

/** A fault, what is done to a desk, and what must hold. The desk's nodes run when it begins and when it ends. */
export type Round = {
  id: string;
  title: string;
  /** The longest outage that is allowed. */
  barMs: number;
  nodes: number;
  /** Left out: the demo. */
  data?: DataSet;
  /** What stands before several nodes; left out: the balancer of these rounds. */
  proxy?: DeskOptions['proxy'];
  /** What this machine lacks to play it, or undefined. */
  missing?: () => string | undefined;
  run: (desk: Desk, works: readonly Workload[], length: Length) => Promise<Reported>;
};
