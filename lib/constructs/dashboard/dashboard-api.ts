import { Duration, Size } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CognitoUserPoolsAuthorizer,
  LambdaIntegration,
  ResponseType,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';
import { withAccessLog } from '../api/access-log.ts';
import { addGatewayResponses, type GatewayAnswer } from '../api/gateway-responses.ts';
import { ServiceApi } from '../api/service-api.ts';

export interface DashboardApiProps {
  stage: Stage;
  users: UserPool;
  functions: Record<'me' | 'merchant' | 'secrets' | 'finance' | 'operator', LambdaFunction>;
}

// Sized for people: a page makes a handful of calls, a webhook test on screen three a second.
const CALLS_PER_SECOND = 50;
const BURST_OF_CALLS = 100;

/** The page goes by the status, so only what has another one by default: 403, and 504 for a function that took too long. */
const ANSWERS: readonly GatewayAnswer[] = [
  { type: ResponseType.EXPIRED_TOKEN, statusCode: 401, error: 'sign in again' },
  { type: ResponseType.DEFAULT_5XX, statusCode: 500, error: 'internal error of the service' },
];

/**
 * The dashboard's API, `/dashboard/api/…`. Stage and resource form the path that the page calls on its own origin,
 * so the distribution rewrites nothing. API Gateway verifies tokens before it calls a function. A prefix has one
 * function, which answers its unknown routes too; a longer resource comes before a shorter `{proxy+}`.
 */
export class DashboardApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { stage, users, functions }: DashboardApiProps) {
    super(scope, id);
    this.api = new ServiceApi(this, 'Api', {
      stage,
      restApiName: `payment-service-${stage.name}-dashboard`,
      deployOptions: {
        stageName: 'dashboard',
        throttlingRateLimit: CALLS_PER_SECOND,
        throttlingBurstLimit: BURST_OF_CALLS,
        ...withAccessLog(this, stage),
      },
      // Lists are JSON, about a tenth of their size compressed.
      minCompressionSize: Size.bytes(1_024),
    });
    addGatewayResponses(this.api, ANSWERS);
    const authorizer = new CognitoUserPoolsAuthorizer(this, 'Authorizer', {
      cognitoUserPools: [users],
      // A cached result would outlive the token's expiry.
      resultsCacheTtl: Duration.seconds(0),
    });
    const { me, merchant, finance, operator, secrets } = functions;
    const route = (method: string, path: string, handler: LambdaFunction) =>
      this.api.root
        .resourceForPath(`/api${path}`)
        .addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }), {
          authorizer,
          authorizationType: AuthorizationType.COGNITO,
        });
    for (const [prefix, handler] of Object.entries({ me, merchant, finance, operator }))
      route('ANY', `/${prefix}/{proxy+}`, handler);
    route('ANY', '/merchant/secrets/{proxy+}', secrets);
    // The page's first call creates the account of a new merchant, which takes the keyring.
    route('GET', '/me', secrets);
  }
}
