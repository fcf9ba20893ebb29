import { RemovalPolicy } from 'aws-cdk-lib';
import { type CfnRestApi, EndpointType, RestApi, type RestApiProps } from 'aws-cdk-lib/aws-apigateway';
import type { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';

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
    if (stage.production) this.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
  }
}
