import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundling/bundle.ts';
import { buildPage } from '../lib/bundling/page.ts';
import { paymentService, stageOf } from '../lib/stacks/payment-service.ts';
import type { Stage } from '../lib/stacks/stages.ts';

/** The CDK app: `cdk deploy --all -c stage=prod`; the stage is `dev` unless named. */
const app = new App();
// Before the bundles, which take a minute.
const stage = stageOrExit();
// Vite and React read it: with another value they would build the page for development.
process.env.NODE_ENV = 'production';
await Promise.all([bundleFunctions(), buildPage()]);
paymentService(app, stage);
app.synth();

function stageOrExit(): Stage {
  try {
    // The CDK sets it to the account of the credentials, if there are any.
    return stageOf(app, process.env.CDK_DEFAULT_ACCOUNT);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(1);
  }
}
