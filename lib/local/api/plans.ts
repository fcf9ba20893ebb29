import type { Clock } from '../clock/clock.ts';
import { isObject, type Json, type JsonObject } from '../json.ts';
import type { Resource } from '../template/stacks.ts';
import { UnsupportedError } from '../template/unsupported.ts';
import { type Admission, PlanMeter, type UsagePlan } from './usage-plan.ts';

/** The API keys that may call one stage, each with the meter of its plan. */
export class StagePlans {
  readonly #meters: ReadonlyMap<string, PlanMeter>;

  constructor(meters: ReadonlyMap<string, PlanMeter>) {
    this.#meters = meters;
  }

  /** Meters a call with the key `keyValue`. A key without a plan of this stage is refused. */
  admit(keyValue: string | undefined): Admission | 'INVALID_API_KEY' {
    const meter = keyValue === undefined ? undefined : this.#meters.get(keyValue);
    return meter ? meter.admit() : 'INVALID_API_KEY';
  }
}

export function readPlans(resources: readonly Resource[], apiId: string, stage: string, clock: Clock): StagePlans {
  const meters = new Map<string, PlanMeter>();
  const ofType = (type: string) => resources.filter((resource) => resource.type === `AWS::ApiGateway::${type}`);
  for (const plan of ofType('UsagePlan')) {
    if (!servesStage(plan, apiId, stage)) continue;
    const limits = readLimits(plan);
    for (const link of ofType('UsagePlanKey').filter(({ properties }) => properties.UsagePlanId === plan.physicalId)) {
      const key = ofType('ApiKey').find(({ physicalId }) => physicalId === link.properties.KeyId);
      if (!key) throw new UnsupportedError(link, 'property KeyId', 'the assembly has no such API key');
      const value = key.properties.Value;
      if (typeof value !== 'string') {
        throw new UnsupportedError(
          key,
          'property Value',
          'it is missing, and the authorizer cannot know a generated value',
        );
      }
      if (key.properties.Enabled === true) meters.set(value, new PlanMeter(limits, clock));
    }
  }
  return new StagePlans(meters);
}

function servesStage(plan: Resource, apiId: string, stage: string): boolean {
  const stages = Array.isArray(plan.properties.ApiStages) ? (plan.properties.ApiStages as JsonObject[]) : [];
  return stages.some((each) => each.ApiId === apiId && each.Stage === stage);
}

function readLimits(plan: Resource): UsagePlan {
  const { Throttle: throttle, Quota: quota } = plan.properties;
  const period = isObject(quota) ? String(quota.Period) : 'MONTH';
  if (period !== 'DAY' && period !== 'WEEK' && period !== 'MONTH') {
    throw new UnsupportedError(plan, `property Quota.Period (${period})`, 'unknown period');
  }
  return {
    ...(isObject(throttle)
      ? { throttle: { ratePerSecond: limit(throttle.RateLimit), burst: limit(throttle.BurstLimit) } }
      : {}),
    ...(isObject(quota) && quota.Limit !== undefined ? { quota: { limit: Number(quota.Limit), period } } : {}),
  };
}

function limit(value: Json | undefined): number {
  return value === undefined ? Number.POSITIVE_INFINITY : Number(value);
}
