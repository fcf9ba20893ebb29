import { Duration } from 'aws-cdk-lib';
import {
  ApiKeySourceType,
  type CfnAuthorizer,
  type Integration,
  type IResource,
  LambdaIntegration,
  type MethodOptions,
  RequestAuthorizer,
  type RestApi,
} from 'aws-cdk-lib/aws-apigateway';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import type { PaymentRoute } from '../../../functions/payments/routes.ts';
import type { Stage } from '../../stacks/stages.ts';
import { AccessLogRole, withAccessLog } from './access-log.ts';
import { addGatewayResponses } from './gateway-responses.ts';
import type { LimitPlans } from './limit-plans.ts';
import { ServiceApi } from './service-api.ts';

export interface PaymentApiProps {
  stage: Stage;
  plans: LimitPlans;
  authorize: LambdaFunction;
  notFound: LambdaFunction;
  routes: Record<PaymentRoute, LambdaFunction>;
  notification: LambdaFunction;
}

const NOTIFICATIONS = '/bank/{account}/notifications';
const METHODS = ['POST', 'GET'];
/** The address is public, and banks repeat what is not acknowledged. */
const NOTIFICATION_RATE = { throttlingRateLimit: 50, throttlingBurstLimit: 100 };

/**
 * The merchants' API: `/api/v1/…`, where every request is metered and authorized whatever its path and method, and
 * `/api/bank/{account}/notifications` for the banks, which authenticate by the notification itself.
 */
export class PaymentApi extends Construct {
  readonly api: RestApi;

  constructor(scope: Construct, id: string, { stage, plans, notFound, routes, ...functions }: PaymentApiProps) {
    super(scope, id);
    this.api = new ServiceApi(this, 'Api', {
      stage,
      restApiName: `payment-service-${stage.name}`,
      deployOptions: {
        stageName: 'api',
        ...withAccessLog(this, stage),
        methodOptions: Object.fromEntries(METHODS.map((method) => [`${NOTIFICATIONS}/${method}`, NOTIFICATION_RATE])),
      },
      apiKeySourceType: ApiKeySourceType.AUTHORIZER,
    });
    new AccessLogRole(this, 'AccessLog').attach(this.api);
    addGatewayResponses(this.api);
    const guarded = { authorizer: this.authorizer(functions.authorize), apiKeyRequired: true };
    this.addRoutes(routes, notFound, guarded);
    // Some providers send a POST, some a GET with the notification in its query. That query must not be logged.
    const notifications = this.api.root.resourceForPath(NOTIFICATIONS);
    for (const method of METHODS) {
      notifications.addMethod(method, new LambdaIntegration(functions.notification, { allowTestInvoke: false }));
    }
    plans.attach(this.api);
  }

  /** No cache and no identity source: it runs on every request, with or without a header. */
  private authorizer(handler: LambdaFunction): RequestAuthorizer {
    const settings = { handler, identitySources: [], resultsCacheTtl: Duration.seconds(0) };
    const authorizer = new RequestAuthorizer(this, 'Authorizer', settings);
    // The CDK renders an empty string, whose meaning API Gateway does not document. Without the property there is none.
    (authorizer.node.defaultChild as CfnAuthorizer).addPropertyDeletionOverride('IdentitySource');
    return authorizer;
  }

  private addRoutes(routes: Record<string, LambdaFunction>, notFound: LambdaFunction, guarded: MethodOptions): void {
    const nodes = new Set<IResource>([this.api.root.addResource('v1')]);
    for (const [route, handler] of Object.entries(routes)) {
      const [method = '', path = ''] = route.split(' ');
      let node = this.api.root.resourceForPath('v1');
      for (const part of path.split('/').filter((text) => text !== '')) {
        node = (node.getResource(part) as typeof node) ?? node.addResource(part);
        nodes.add(node);
      }
      addGuarded(node, method, new LambdaIntegration(handler, { allowTestInvoke: false }), guarded);
    }
    // Without its own ANY and {proxy+}, a node answers unmetered for a wrong method or a path below it.
    const catchAll = new LambdaIntegration(notFound, { scopePermissionToMethod: false });
    for (const node of nodes) {
      addGuarded(node, 'ANY', catchAll, guarded);
      addGuarded(node.addResource('{proxy+}'), 'ANY', catchAll, guarded);
    }
  }
}

function addGuarded(node: IResource, method: string, call: Integration, guarded: MethodOptions): void {
  node.addMethod(method, call, guarded);
}
