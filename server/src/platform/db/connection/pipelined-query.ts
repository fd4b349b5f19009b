import pg from 'pg';

interface Wire {
  readonly submittedNamedStatements: Record<string, string>;
  readonly parse: (statement: { text: string }) => void;
  readonly bind: (values: object) => void;
  readonly execute: (portal: object) => void;
  readonly sync: () => void;
}
type Done = (error: Error | null, result: pg.QueryResult) => void;
/** What the driver's types leave out of its query; a test holds that the version that is installed has it. */
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- the shape of a class of the driver; there is no value of it here
declare class DriverQuery {
  name: string | undefined;
  constructor(asked: object, values: unknown, done: Done);
  prepare(wire: Wire): void;
  handleCommandComplete(message: unknown, wire: Wire): void;
  handleError(error: unknown, wire: Wire): void;
}
const Query = pg.Query as unknown as typeof DriverQuery;

/** Statements without parameters and without rows of interest that are sent together with another one. */
interface Around {
  readonly before: readonly string[];
  readonly after: readonly string[];
}

function send(wire: Wire, text: string): void {
  wire.parse({ text });
  wire.bind({});
  wire.execute({});
}

/**
 * A statement that is sent in one write with those before and after it, and with one Sync at the end: when one of them fails, PostgreSQL
 * skips all that follow it, so that nothing runs outside of a transaction that could not begin, and nothing is committed that failed.
 */
export class PipelinedQuery extends Query {
  readonly #around: Around;
  #name: string | undefined;
  #waitsFor: number;
  #isComplete = false;

  constructor(asked: object, values: unknown, around: Around, done: Done) {
    super({ ...asked, queryMode: 'extended' }, values, done);
    this.#around = around;
    this.#waitsFor = around.before.length;
  }

  /** Whether all of those before it are done. */
  get isBegun(): boolean {
    return this.#waitsFor === 0;
  }

  override prepare(wire: Wire): void {
    for (const text of this.#around.before) send(wire, text);
    super.prepare(wire);
    this.#name = this.name;
    // The driver counts a named statement as known at the first "parsed" that it hears of, which is that of a statement before it.
    if (this.#waitsFor > 0) this.name = undefined;
  }

  /** In place of the driver's, which sends Sync at once. */
  _getRows(wire: Wire): void {
    wire.execute({});
    for (const text of this.#around.after) send(wire, text);
    wire.sync();
  }

  override handleCommandComplete(message: unknown, wire: Wire): void {
    if (this.#waitsFor > 0) {
      this.#waitsFor -= 1;
      if (this.#waitsFor === 0) this.name = this.#name;
    } else if (!this.#isComplete) {
      this.#isComplete = true;
      super.handleCommandComplete(message, wire);
    }
  }

  override handleError(error: unknown, wire: Wire): void {
    if (this.#waitsFor > 0 && this.#name !== undefined)
      Reflect.deleteProperty(wire.submittedNamedStatements, this.#name);
    super.handleError(error, wire);
  }
}
