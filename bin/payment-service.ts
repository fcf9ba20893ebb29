import { App } from 'aws-cdk-lib';
import { bundleFunctions } from '../lib/bundling/bundle.ts';
import { buildPage } from '../lib/bundling/page.ts';
import { paymentService } from '../lib/stacks/payment-service.ts';

/** The CDK app: `cdk deploy --all -c stage=prod`; the stage is `dev` unless named. */
// Vite and React read it: with another value they would build the page for development.
process.env.NODE_ENV = 'production';
await Promise.all([bundleFunctions(), buildPage()]);
const app = new App();
paymentService(app);
app.synth();
