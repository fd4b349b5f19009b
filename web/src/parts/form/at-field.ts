import { Refused } from '../../api/refused.ts';
import { FieldError } from '../../kit/form/form.ts';

/** For `catch`: a refusal whose status tells which field is to blame stands at that field. */
export const atField =
  (fieldOf: Readonly<Record<number, string>>) =>
  (error: unknown): never => {
    const field = error instanceof Refused ? fieldOf[error.status] : undefined;
    if (field === undefined) throw error;
    throw new FieldError(field, (error as Refused).message);
  };
