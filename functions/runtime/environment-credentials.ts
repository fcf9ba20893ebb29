import { fromEnv } from '@aws-sdk/credential-provider-env';

/**
 * Stands in for `@aws-sdk/credential-provider-node` in every bundle (`lib/bundling/bundle.ts`): Lambda always puts a
 * function's credentials in its environment, so the SDK's chain of other sources is not needed there.
 */
export const defaultProvider = () => fromEnv();
