import { Aws, BootstraplessSynthesizer, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  ArnPrincipal,
  CfnOIDCProvider,
  CompositePrincipal,
  type IPrincipal,
  PolicyStatement,
  PrincipalWithConditions,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { operatorStatements } from '../constructs/roles/operator-policy.ts';
import { names } from './names.ts';
import type { PipelineSettings } from './pipeline-settings.ts';
import type { Stage } from './stages.ts';

const ISSUER = 'token.actions.githubusercontent.com';

export interface RolesStackProps extends StackProps {
  stage: Stage;
  pipeline: PipelineSettings;
}

/**
 * Who deploys and operates a stage (decision 0052): a deployer for the jobs of one environment of one repository, and
 * an operator for the same jobs and for people. An administrator deploys it.
 */
export class RolesStack extends Stack {
  private readonly stage: Stage;

  constructor(scope: Construct, id: string, { stage, pipeline, ...props }: RolesStackProps) {
    super(scope, id, { ...props, synthesizer: new BootstraplessSynthesizer() });
    this.stage = stage;
    const { repository, operators } = pipeline;
    // The environment of GitHub: that of production holds the approval.
    const environment = stage.production ? 'production' : 'dev';
    const provider = new CfnOIDCProvider(this, 'GitHub', {
      url: `https://${ISSUER}`,
      clientIdList: ['sts.amazonaws.com'],
    });
    const jobs = new WebIdentityPrincipal(provider.attrArn, {
      StringEquals: {
        [`${ISSUER}:aud`]: 'sts.amazonaws.com',
        [`${ISSUER}:sub`]: `repo:${repository}:environment:${environment}`,
      },
    });
    // The roles of `cdk bootstrap`, whose qualifier is not changed.
    const bootstrap = ['deploy', 'file-publishing'].map(
      (part) =>
        `arn:${Aws.PARTITION}:iam::${Aws.ACCOUNT_ID}:role/cdk-hnb659fds-${part}-role-${Aws.ACCOUNT_ID}-${Aws.REGION}`,
    );
    this.role('deployer', jobs, [new PolicyStatement({ actions: ['sts:AssumeRole'], resources: bootstrap })]);
    this.role('operator', new CompositePrincipal(jobs, ...operators.map(person)), operatorStatements(stage));
  }

  private role(part: 'deployer' | 'operator', assumedBy: IPrincipal, statements: PolicyStatement[]): void {
    const role = new Role(this, part, {
      roleName: names.role(this.stage, part),
      assumedBy,
      // A first deployment takes half an hour.
      maxSessionDuration: Duration.hours(2),
    });
    for (const statement of statements) role.addToPolicy(statement);
    new CfnOutput(this, `${part}Role`, { value: role.roleArn });
  }
}

/** A user must have signed in with a second factor; a role has what its own trust requires. */
function person(arn: string): IPrincipal {
  const principal = new ArnPrincipal(arn);
  const isUser = arn.split(':')[5]?.startsWith('user/');
  return isUser
    ? new PrincipalWithConditions(principal, { Bool: { 'aws:MultiFactorAuthPresent': 'true' } })
    : principal;
}
