import * as z from 'zod/mini';

/** Of a call that needs nothing said. */
export const noInput = z.object({});
