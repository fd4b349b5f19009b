import * as z from 'zod/mini';
import type { Refused } from '../../api/refused.ts';

const Answer = z.object({
  errors: z.catch(
    z.array(z.object({ line: z.nullable(z.number()), column: z.nullable(z.string()), reason: z.string() })),
    [],
  ),
});

/** Why a file was refused, as far as the server says so: a line, a column, a reason each. */
export const faultsOf = ({ body }: Refused): readonly string[] => {
  const read = Answer.safeParse(body);
  return (read.success ? read.data.errors : []).map(({ line, column, reason }) => {
    const place = [line !== null && `line ${String(line)}`, column !== null && `column ${column}`]
      .filter((one) => one !== false)
      .join(', ');
    return place === '' ? reason : `${place.charAt(0).toUpperCase()}${place.slice(1)}: ${reason}`;
  });
};

export const FILE_CHANGED = 'The file changed since it was chosen. Choose it again.';

/** A browser does not read a file any more that was written since it was chosen. */
export const isReadable = (file: File): Promise<boolean> =>
  file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    );
