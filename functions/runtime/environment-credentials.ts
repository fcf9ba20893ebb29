import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Replaces `@aws-sdk/credential-provider-node` in every bundle (`lib/bundling/bundle.ts`): Lambda always provides a
 * function's credentials in its environment, so the SDK's chain of sources is not needed.
 */
export const defaultProvider = () => fromEnv();
