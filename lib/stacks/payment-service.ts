import { Annotations, type App, Tags } from 'aws-cdk-lib';
import { concurrencyProblems } from '../constructs/concurrency.ts';
import { DashboardStack } from './dashboard-stack.ts';
import { DataStack } from './data-stack.ts';
import { names } from './names.ts';
import { RolesStack } from './roles-stack.ts';
import { ServiceStack } from './service-stack.ts';
import { SimulatorStack } from './simulator-stack.ts';
import { stageWarnings } from './stage-warnings.ts';
import { isSimulated, readStage, requireOwnAccount, type Stage } from './stages.ts';

/** The stage of the app's context; throws what is wrong with its name or settings, for the person who deploys. */
export function stageOf(app: App, credentialsOf?: string): Stage {
  const stages = app.node.tryGetContext('stages');
  const stage = readStage(stages, app.node.tryGetContext('stage') ?? 'dev');
  requireOwnAccount(stages, stage, credentialsOf);
  return stage;
}

/** The stacks of one stage. Without its settings, account and region come from the credentials of the deployment. */
export function paymentService(app: App, stage = stageOf(app)): void {
  const common = commonOf(stage);
  const data = new DataStack(app, names.stack(stage, 'data'), common);
  const simulator = isSimulated(stage) ? new SimulatorStack(app, names.stack(stage, 'simulator'), common) : undefined;
  const service = new ServiceStack(app, names.stack(stage, 'service'), {
    ...common,
    data,
    ...(simulator && { simulatedBankUrls: simulator.baseUrls }),
  });
  new DashboardStack(app, names.stack(stage, 'dashboard'), { ...common, data, service });
  app.node.addValidation({ validate: () => concurrencyProblems(stage, app) });
  for (const [key, value] of Object.entries(common.tags)) Tags.of(app).add(key, value);
  for (const [setting, text] of Object.entries(stageWarnings(stage)))
    Annotations.of(data).addWarningV2(`payment-service:${setting}`, text);
}

/** The roles by which the stage is deployed and operated; throws where its settings do not name who that is. */
export function rolesOf(app: App, stage: Stage): void {
  const { pipeline } = stage;
  if (!pipeline)
    throw new Error(`stage ${stage.name}: pipeline: not stated in cdk.json (docs/deploying.md, The stage’s roles)`);
  const common = commonOf(stage);
  new RolesStack(app, names.stack(stage, 'roles'), { ...common, pipeline });
  for (const [key, value] of Object.entries(common.tags)) Tags.of(app).add(key, value);
}

function commonOf(stage: Stage) {
  const { account, region, production } = stage;
  const tags = { ...stage.tags, service: 'payment-service', stage: stage.name };
  const env = { ...(account && { account }), ...(region && { region }) };
  return { stage, env, tags, terminationProtection: production };
}
