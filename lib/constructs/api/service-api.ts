import { RemovalPolicy } from 'aws-cdk-lib';
import {
  type CfnRestApi,
  EndpointType,
  type IntegrationConfig,
  LambdaIntegration,
  type Method,
  RestApi,
  type RestApiProps,
} from 'aws-cdk-lib/aws-apigateway';
import { CfnPermission } from 'aws-cdk-lib/aws-lambda';
import type { Construct, IConstruct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';
import { DECISIONS, explain, explainPermission } from '../explain.ts';

/** API Gateway ends a call after 29 s. A function that ends before it still logs and answers what went wrong. */
export const MAX_CALL_SECONDS = 28;

/**
 * TLS 1.3 and 1.2; by default a regional API accepts 1.0, and with it a merchant's key in weak encryption. With 1.3
 * alone a bank's or merchant's client that ends at 1.2 could not connect, nor CloudFront, whose setting for origins
 * ends there. A policy of this form requires an access mode. `STRICT`, as AWS recommends, refuses a request whose TLS
 * server name is not its host. The way back: "What no test on one machine can verify" in docs/deploying.md.
 */
export const TLS = { securityPolicy: 'SecurityPolicy_TLS13_1_2_2021_06', endpointAccessMode: 'STRICT' };

/**
 * A REST API with our defaults: regional, TLS 1.2 at least, and in production not deleted, as its id is its address.
 */
export class ServiceApi extends RestApi {
  constructor(scope: Construct, id: string, { stage, ...props }: RestApiProps & { stage: Stage }) {
    super(scope, id, { endpointTypes: [EndpointType.REGIONAL], cloudWatchRole: false, ...props });
    Object.assign(this.node.defaultChild as CfnRestApi, TLS);
    explain(this, {
      reason: 'The function checks a request and names the field; API Gateway would answer in its own words.',
      rules: ['AwsSolutions-APIG2'],
    });
    explain(this.deploymentStage, DECISIONS.firewall, DECISIONS.tracing, DECISIONS.logRole);
    if (stage.production) this.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }
}

/** A method's call of a function, with the reason at the permission that the CDK makes for it. */
export class FunctionCall extends LambdaIntegration {
  override bind(method: Method): IntegrationConfig {
    const before = permissionsAt(method);
    const config = super.bind(method);
    for (const made of permissionsAt(method)) if (!before.includes(made)) explainPermission(made);
    return config;
  }
}

/** A permission for the complete API is a child of the API. */
function permissionsAt({ node, api }: Method): IConstruct[] {
  return [...node.children, ...api.node.children].filter((child) => child instanceof CfnPermission);
}
