import * as z from 'zod/mini';
import { TEST_ID_PREFIX } from '../../webhooks/event-kind.ts';
import { whyInput } from '../accounts/history-input.ts';

/** The rules of the URL itself are `checkWebhookUrl`'s. */
export const saveUrlInput = z.object({ url: z.string('url is required: an address that begins with https://') });
export const toggleInput = z.object({ enabled: z.boolean('enabled must be true or false') });
export const testAttemptsInput = z.object({
  testId: z
    .string()
    .check(z.startsWith(TEST_ID_PREFIX, `testId must be the id of a test: ${TEST_ID_PREFIX}…`), z.maxLength(100)),
});
export const resendSkippedInput = z.object({ why: whyInput, cursor: z.optional(z.string().check(z.maxLength(4_000))) });

export type SaveUrlInput = z.infer<typeof saveUrlInput>;
export type ToggleInput = z.infer<typeof toggleInput>;
export type TestAttemptsInput = z.infer<typeof testAttemptsInput>;
export type ResendSkippedInput = z.infer<typeof resendSkippedInput>;
