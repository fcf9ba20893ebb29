import { Duration } from 'aws-cdk-lib';
import {
  AuthorizationType,
  CognitoUserPoolsAuthorizer,
  EndpointType,
  LambdaIntegration,
  RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';
import { addGatewayResponses } from '../api/gateway-responses.ts';
import { DASHBOARD_ANSWERS } from './dashboard-gateway-responses.ts';

export interface DashboardApiProps {
  stage: Stage;
  users: UserPool;
  /** Method and path below `/dashboard/api`, e.g. `GET /me`. */
  routes: Record<string, LambdaFunction>;
}

// For people, not for programs: a page makes a handful of calls, a watched webhook test three a second.
const CALLS_PER_SECOND = 50;
const BURST_OF_CALLS = 100;

/**
 * The dashboard's API, `/dashboard/api/…`: stage and resource spell the path that the page calls on its own origin, so
 * that the distribution in front rewrites nothing. Tokens are verified here, before any function; what is no route has no
 * method and is answered by the gateway.
 */
export class DashboardApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { stage, users, routes }: DashboardApiProps) {
    super(scope, id);
    this.api = new RestApi(this, 'Api', {
      restApiName: `payment-service-${stage.name}-dashboard`,
      endpointTypes: [EndpointType.REGIONAL],
      deployOptions: {
        stageName: 'dashboard',
        throttlingRateLimit: CALLS_PER_SECOND,
        throttlingBurstLimit: BURST_OF_CALLS,
      },
      cloudWatchRole: false,
    });
    addGatewayResponses(this.api, DASHBOARD_ANSWERS);
    const authorizer = new CognitoUserPoolsAuthorizer(this, 'Authorizer', {
      cognitoUserPools: [users],
      // A remembered token would outlive its expiry.
      resultsCacheTtl: Duration.seconds(0),
    });
    for (const [route, handler] of Object.entries(routes)) {
      const [method = '', path = ''] = route.split(' ');
      this.api.root
        .resourceForPath(`/api${path}`)
        .addMethod(method, new LambdaIntegration(handler, { allowTestInvoke: false }), {
          authorizer,
          authorizationType: AuthorizationType.COGNITO,
        });
    }
  }
}
