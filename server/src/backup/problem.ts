/** Why a backup or a restore did not happen: a sentence for the operator. */
export class BackupProblem extends Error {}

/** It ended in the middle and what it did is there: `whatNow` tells how to go on. */
export class LeftBehind extends BackupProblem {
  readonly whatNow: string;

  constructor(cause: unknown, whatNow: string) {
    super(`${cause instanceof BackupProblem ? cause.message : String(cause)} ${whatNow}`, { cause });
    this.whatNow = whatNow;
  }
}
