/** What a caller gets instead of what it asked for. */
export class JumpCloudRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}
