import type { App } from 'aws-cdk-lib';
import { DashboardStack } from './dashboard-stack.ts';
import { DataStack } from './data-stack.ts';
import { names } from './names.ts';
import { ServiceStack } from './service-stack.ts';
import { SimulatorStack } from './simulator-stack.ts';
import { isSimulated, readStage } from './stages.ts';

/** The stacks of one stage, the lasting first. Account and region are those of the credentials that deploy. */
export function paymentService(app: App): void {
  const stage = readStage(app.node.tryGetContext('stages'), app.node.tryGetContext('stage') ?? 'dev');
  const data = new DataStack(app, names.stack(stage, 'data'), { stage, terminationProtection: stage.production });
  const simulator = isSimulated(stage)
    ? new SimulatorStack(app, names.stack(stage, 'simulator'), { stage })
    : undefined;
  const service = new ServiceStack(app, names.stack(stage, 'service'), {
    stage,
    data,
    ...(simulator && { simulatedBankUrls: simulator.baseUrls }),
  });
  new DashboardStack(app, names.stack(stage, 'dashboard'), { stage, data, service });
}
