/** Where in the file, as a spreadsheet shows it: `line` counts from 1 with the header, `column` is a header's text. */
export interface Place {
  line?: number;
  column?: string;
}

/** Why an uploaded file is not taken; `reason` is one sentence for the person who uploaded it. */
export class FileProblem extends Error {
  override readonly name = 'FileProblem';
  readonly reason: string;
  readonly place: Place;

  constructor(reason: string, place: Place = {}, options?: ErrorOptions) {
    super(reason, options);
    this.reason = reason;
    this.place = place;
  }

  get line(): number | undefined {
    return this.place.line;
  }

  get column(): string | undefined {
    return this.place.column;
  }
}
