import { App } from 'aws-cdk-lib';
import { rolesOf, stageOf } from '../lib/stacks/payment-service.ts';

/**
 * The roles by which a stage is deployed and operated, apart from its stacks, so that `cdk deploy --all` does not
 * deploy them: `cdk deploy --app 'node bin/roles.ts' -c stage=prod`, by an administrator
 * (docs/deploying.md).
 */
const app = new App();
try {
  rolesOf(app, stageOf(app, process.env.CDK_DEFAULT_ACCOUNT));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
app.synth();
