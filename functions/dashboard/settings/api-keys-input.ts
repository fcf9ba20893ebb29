import * as z from 'zod/mini';

export const revealApiKeyInput = z.object({ which: z.enum(['current', 'old'], 'which must be current or old') });
export type RevealApiKeyInput = z.infer<typeof revealApiKeyInput>;
