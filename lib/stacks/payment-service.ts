import { Annotations, type App } from 'aws-cdk-lib';
import { handlerFiles } from '../bundling/bundle.ts';
import { DashboardStack } from './dashboard-stack.ts';
import { DataStack } from './data-stack.ts';
import { names } from './names.ts';
import { ServiceStack } from './service-stack.ts';
import { SimulatorStack } from './simulator-stack.ts';
import { isExampleAddress, isSimulated, readStage, type Stage } from './stages.ts';

/** Lambda's limit for a function's name. */
const NAME_LENGTH = 64;

/** Throws when the stage's name makes a function's name too long. The CDK's own error would not name the setting. */
function requireShortName({ name }: Pick<Stage, 'name'>): void {
  const withoutStage = [...handlerFiles().keys()].map(
    (functionName) => names.function({ name: '' }, functionName).length,
  );
  const longest = NAME_LENGTH - Math.max(...withoutStage);
  if (name.length > longest) {
    throw new Error(`-c stage=${name}: ${name.length} characters; the name of a stage has at most ${longest}`);
  }
}

/** The stage of the app's context; throws what is wrong with its name or settings, for the person who deploys. */
export function stageOf(app: App): Stage {
  const stage = readStage(app.node.tryGetContext('stages'), app.node.tryGetContext('stage') ?? 'dev');
  requireShortName(stage);
  return stage;
}

/** The stacks of one stage. Account and region come from the credentials of the deployment. */
export function paymentService(app: App, stage = stageOf(app)): void {
  const data = new DataStack(app, names.stack(stage, 'data'), { stage, terminationProtection: stage.production });
  const simulator = isSimulated(stage)
    ? new SimulatorStack(app, names.stack(stage, 'simulator'), { stage })
    : undefined;
  const service = new ServiceStack(app, names.stack(stage, 'service'), {
    stage,
    data,
    ...(simulator && { simulatedBankUrls: simulator.baseUrls }),
  });
  const dashboard = new DashboardStack(app, names.stack(stage, 'dashboard'), { stage, data, service });
  if (stage.production && isExampleAddress(stage.supportEmail ?? '')) {
    const text = `stage ${stage.name}: supportEmail: ${stage.supportEmail} is an example that nobody reads; set it in cdk.json`;
    Annotations.of(dashboard).addWarningV2('payment-service:supportEmail', text);
  }
}
