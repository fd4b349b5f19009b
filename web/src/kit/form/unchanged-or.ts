import * as z from 'zod/mini';

/** A field that may stay as it was opened, however odd that is: what is typed must match. */
export const unchangedOr = (was: string, typed: z.ZodMiniType<string, string>) => z.union([z.literal(was), typed]);
