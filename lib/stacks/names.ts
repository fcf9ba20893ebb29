interface Named {
  /** Of the stage. */
  name: string;
}

/** Fixed names, for resources that people, functions or other stacks look up. CloudFormation names everything else. */
export const names = {
  stack: ({ name }: Named, part: 'data' | 'service' | 'simulator' | 'dashboard' | 'roles') =>
    `payment-service-${name}-${part}`,
  function: ({ name }: Named, functionName: string) => `payment-service-${name}-${functionName.replaceAll('/', '-')}`,
  /** Of the roles by which the stage is deployed and operated. */
  role: ({ name }: Named, part: 'deployer' | 'operator') => `payment-service-${name}-${part}`,
  /** CloudFront's names are unique in an account, in all regions. */
  dashboardSite: ({ name }: Named, region: string) => `payment-service-${name}-dashboard-${region}`,
  /** Read by the simulator at run time: a reference would make a cycle between its stack and the service's. */
  simulatorSettingsSecret: ({ name }: Named) => `payment-service/${name}/simulator`,
  bankAccountSecret: ({ name }: Named, account: string) => `payment-service/${name}/bank-accounts/${account}`,
};
