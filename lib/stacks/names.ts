import type { Stage } from './stages.ts';

/** Names that are looked up at run time, by people or across stacks; everything else is left to CloudFormation. */
export const names = {
  stack: ({ name }: Pick<Stage, 'name'>, part: 'data' | 'service' | 'simulator' | 'dashboard') =>
    `payment-service-${name}-${part}`,
  function: ({ name }: Pick<Stage, 'name'>, functionName: string) =>
    `payment-service-${name}-${functionName.replaceAll('/', '-')}`,
  /** Where the simulator finds, at run time, what would otherwise tie its stack and the service's into a cycle. */
  simulatorSettingsSecret: ({ name }: Pick<Stage, 'name'>) => `payment-service/${name}/simulator`,
  bankAccountSecret: ({ name }: Pick<Stage, 'name'>, account: string) =>
    `payment-service/${name}/bank-accounts/${account}`,
};
