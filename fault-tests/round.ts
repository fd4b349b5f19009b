import type { DataSet } from './database.ts';
import type { Product, ProductOptions } from './product.ts';
import type { Workload } from './acknowledged-writes.ts';

export type Length = 'long' | 'short';

/** A round's own report, beside the comparison at its end. */
export type Reported = {
  rounds: number;
  injected: number;
  /** The longest time in which nobody had a success, after its cause was gone. */
  outageMs: number;
  /** The longest time that one of them waited for a success, after its cause was gone. */
  personMs: number;
  /** Unexpected observations, a line each. */
  problems: string[];
  /** A remark beside the results. */
  note?: string;
};

/** A fault, what is done to a product, and what must hold. The product's nodes run when it begins and when it ends. */
export type Round = {
  id: string;
  title: string;
  /** The longest outage that is allowed. */
  barMs: number;
  nodes: number;
  /** Left out: the demo. */
  data?: DataSet;
  /** Requests go through a pooler, or there are a primary and a standby; left out: the PostgreSQL of the run. */
  topology?: ProductOptions['topology'];
  /** The proxy in front of several nodes; left out: the balancer of these rounds. */
  proxy?: ProductOptions['proxy'];
  /** The program that is missing on this machine to play it, or undefined. */
  missing?: () => string | undefined;
  run: (product: Product, works: readonly Workload[], length: Length) => Promise<Reported>;
};
