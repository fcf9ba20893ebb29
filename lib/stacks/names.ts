import type { Stage } from './stages.ts';

/** Fixed names, for resources that people, functions or other stacks look up. CloudFormation names everything else. */
export const names = {
  stack: ({ name }: Pick<Stage, 'name'>, part: 'data' | 'service' | 'simulator' | 'dashboard' | 'roles') =>
    `payment-service-${name}-${part}`,
  function: ({ name }: Pick<Stage, 'name'>, functionName: string) =>
    `payment-service-${name}-${functionName.replaceAll('/', '-')}`,
  /** Of the roles by which the stage is deployed and operated. */
  role: ({ name }: Pick<Stage, 'name'>, part: 'deployer' | 'operator' | 'reader') => `payment-service-${name}-${part}`,
  /** CloudFront's names are unique in an account, in all regions. */
  dashboardSite: ({ name }: Pick<Stage, 'name'>, region: string) => `payment-service-${name}-dashboard-${region}`,
  /** Read by the simulator at run time: a reference would make a cycle between its stack and the service's. */
  simulatorSettingsSecret: ({ name }: Pick<Stage, 'name'>) => `payment-service/${name}/simulator`,
  bankAccountSecret: ({ name }: Pick<Stage, 'name'>, account: string) =>
    `payment-service/${name}/bank-accounts/${account}`,
};
