import { type Json, type JsonObject, objectOf } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';

/** The API keys that may call one stage, by value: whether their plan admits their calls. */
export type StagePlans = ReadonlyMap<string, boolean>;

/** Throws for a plan that neither admits nor refuses all calls: such a plan would need to count them. */
export function readPlans(resources: readonly Resource[], apiId: string, stage: string): StagePlans {
  const ofType = (type: string) => resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
  const plans = ofType('UsagePlan').filter(({ properties: { ApiStages: stages } }) => serves(stages, apiId, stage));
  const admits = new Map<string, boolean>();
  for (const link of ofType('UsagePlanKey')) {
    const { KeyId: keyId, UsagePlanId: planId } = link.properties;
    const plan = plans.find(({ physicalId }) => physicalId === planId);
    if (!plan) continue;
    const { Value: value, Enabled: isEnabled } = objectOf(
      ofType('ApiKey').find(({ physicalId }) => physicalId === keyId)?.properties,
    );
    if (typeof value !== 'string' || isEnabled !== true)
      throw new UnsupportedError(link, 'property KeyId', 'it must name an enabled key with a given value');
    admits.set(value, admitsCalls(plan));
  }
  return admits;
}

function serves(stages: Json | undefined, apiId: string, stage: string): boolean {
  return (stages as JsonObject[]).some((each) => each.ApiId === apiId && each.Stage === stage);
}

function admitsCalls(plan: Resource): boolean {
  const { Throttle: throttle, Quota: quota } = plan.properties;
  const { RateLimit: rate, BurstLimit: burst } = objectOf(throttle);
  // A quota does not matter then: on AWS it refuses what the throttle lets pass.
  if (rate === 0 && burst === 0) return false;
  if (rate === undefined && burst === undefined && quota === undefined) return true;
  const property = quota === undefined ? 'Throttle' : 'Quota';
  throw new UnsupportedError(plan, `property ${property}`, 'calls are not counted: add it in lib/local/api/plans.ts');
}
