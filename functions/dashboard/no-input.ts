import * as z from 'zod/mini';

/** For a call without fields. */
export const noInput = z.object({});
