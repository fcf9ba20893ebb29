import { ApiKey, type Stage as ApiStage, Period, type RestApi, UsagePlan } from 'aws-cdk-lib/aws-apigateway';
import { Construct } from 'constructs';
import type { Stage } from '../../stacks/stages.ts';

/**
 * The two usage plans that the authorizer chooses between. The authorizer counts requests; the over-limit plan refuses
 * them. The keys are names and not secrets: API Gateway accepts them from the authorizer only, never from a caller.
 */
export class LimitPlans extends Construct {
  readonly withinLimitKey: string;
  readonly overLimitKey: string;

  constructor(scope: Construct, id: string, { stage }: { stage: Stage }) {
    super(scope, id);
    this.withinLimitKey = `payment-service-${stage.name}-within-limit`;
    this.overLimitKey = `payment-service-${stage.name}-over-limit`;
  }

  /** Separate from the constructor: the authorizer's environment needs the keys before there is an API. */
  attach(api: RestApi): void {
    // All callers share this key, so it has no throttle and no quota.
    this.addPlan('WithinLimit', this.withinLimitKey, api.deploymentStage);
    // Admits nothing. The quota holds in case a rate of 0 is not honoured: at most one request a month.
    this.addPlan('OverLimit', this.overLimitKey, api.deploymentStage, {
      throttle: { rateLimit: 0, burstLimit: 0 },
      quota: { limit: 1, period: Period.MONTH },
    });
  }

  private addPlan(
    id: string,
    value: string,
    stage: ApiStage,
    limits: Partial<ConstructorParameters<typeof UsagePlan>[2]> = {},
  ): void {
    const plan = new UsagePlan(this, `${id}Plan`, { name: value, apiStages: [{ stage }], ...limits });
    plan.addApiKey(new ApiKey(this, `${id}Key`, { apiKeyName: value, value }));
  }
}
