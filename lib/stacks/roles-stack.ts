import { BootstraplessSynthesizer, CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import {
  ArnPrincipal,
  CfnOIDCProvider,
  CompositePrincipal,
  type IPrincipal,
  ManagedPolicy,
  type PolicyStatement,
  PrincipalWithConditions,
  Role,
  WebIdentityPrincipal,
} from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { explain, explainWildcards } from '../constructs/explain.ts';
import {
  boundaryStatements,
  deployerStatements,
  executionStatements,
  operatorStatements,
  policyName,
  readerStatements,
} from '../constructs/roles/role-policies.ts';
import { names } from './names.ts';
import type { PipelineSettings } from './pipeline-settings.ts';
import type { Stage } from './stages.ts';

const ISSUER = 'token.actions.githubusercontent.com';
/** Outside `role/payment-service-…`, which CloudFormation may change. */
const PATH = '/pipeline/';

export interface RolesStackProps extends StackProps {
  stage: Stage;
  pipeline: PipelineSettings;
}

/**
 * Who deploys and operates a stage: a deployer and an operator for the jobs of one environment of one repository, a
 * reader of templates for its pull requests, and the least rights for the bootstrap. An administrator deploys it,
 * before the bootstrap; the pipeline cannot change it.
 */
export class RolesStack extends Stack {
  private readonly stage: Stage;

  constructor(scope: Construct, id: string, { stage, pipeline, ...props }: RolesStackProps) {
    super(scope, id, { ...props, synthesizer: new BootstraplessSynthesizer() });
    this.stage = stage;
    const { repository, environment, operators } = pipeline;
    const execution = this.policy('execution', executionStatements(stage));
    this.policy('boundary', boundaryStatements(stage));
    const provider = new CfnOIDCProvider(this, 'GitHub', {
      url: `https://${ISSUER}`,
      clientIdList: ['sts.amazonaws.com'],
    });
    const jobs = (of: string) =>
      new WebIdentityPrincipal(provider.attrArn, {
        StringEquals: { [`${ISSUER}:aud`]: 'sts.amazonaws.com', [`${ISSUER}:sub`]: `repo:${repository}:${of}` },
      });
    const deploying = jobs(`environment:${environment}`);
    this.role('deployer', deploying, deployerStatements(stage));
    this.role('operator', new CompositePrincipal(deploying, ...operators.map(person)), operatorStatements(stage));
    this.role('reader', jobs('pull_request'), readerStatements(stage));
    explain(execution, {
      reason: 'CloudFormation makes and removes whole resources of these services.',
      rules: ['iam_managed_policy_no_statements_with_full_access_check'],
    });
    explainWildcards(
      this,
      'By the stage’s names, or, where AWS chooses the ids, by account and region (docs/decisions/0052-pipeline.md).',
    );
    new CfnOutput(this, 'ExecutionPolicy', {
      value: execution.managedPolicyArn,
      description: 'For cdk bootstrap --cloudformation-execution-policies',
    });
  }

  private policy(part: 'execution' | 'boundary', statements: PolicyStatement[]): ManagedPolicy {
    return new ManagedPolicy(this, part, { managedPolicyName: policyName(this.stage, part), statements });
  }

  private role(part: 'deployer' | 'operator' | 'reader', assumedBy: IPrincipal, statements: PolicyStatement[]): void {
    const role = new Role(this, part, {
      roleName: names.role(this.stage, part),
      path: PATH,
      assumedBy,
      // A first deployment takes half an hour, and alarms are watched for ten minutes after each stack.
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
