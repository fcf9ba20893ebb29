import { idOf, type Part, type Templates } from '../templates.ts';

/**
 * The cost of a stage in a month without payments, in dollars: AWS's list prices of eu-west-1, without free tiers that
 * expire. Counted from the templates, with the calls that AWS and our schedules make.
 */
export interface IdleCost {
  alarmMetrics: number;
  secrets: number;
  polledQueues: number;
  alarmsUsd: number;
  secretsUsd: number;
  pollingUsd: number;
  sweepUsd: number;
  totalUsd: number;
}

// CloudWatch: $0.10 a month for each metric of an alarm, also of one on metric math. Its ten free ones are not counted.
const ALARM_METRIC_USD = 0.1;
const SECRET_USD = 0.4;
const MINUTES_A_MONTH = 43_800;
// An event source mapping polls its queue by at least five pollers, each for 20 s; $0.40 a million after the first.
const POLLS_A_MINUTE = 15;
const MILLION_REQUESTS_USD = 0.4;
// The sweep: 4 read units ($0.1415 a million) and a second of 512 MB on arm64 ($0.0000133334 a GB second) each minute.
const SWEEP_MINUTE_USD = (4 * 0.1415) / 1_000_000 + 0.5 * 0.0000133334 + 0.2 / 1_000_000;

const PARTS: Part[] = ['data', 'simulator', 'service', 'dashboard'];

export function idleCost(templates: Templates): IdleCost {
  const all = (type: string) =>
    PARTS.filter((part) => templates.has(part)).flatMap((part) => templates.resources(part, type));
  const alarmMetrics = all('AWS::CloudWatch::Alarm')
    .map(({ properties }) => properties.Metrics as { MetricStat?: unknown }[] | undefined)
    .reduce((sum, metrics) => sum + (metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1), 0);
  const secrets = all('AWS::SecretsManager::Secret').length;
  const queues = new Set(all('AWS::SQS::Queue').map(({ id }) => id));
  const polledQueues = all('AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
    queues.has(String(idOf(properties.EventSourceArn))),
  ).length;
  const requests = polledQueues * POLLS_A_MINUTE * MINUTES_A_MONTH;
  const alarmsUsd = alarmMetrics * ALARM_METRIC_USD;
  const secretsUsd = secrets * SECRET_USD;
  const pollingUsd = Math.max(0, requests / 1_000_000 - 1) * MILLION_REQUESTS_USD;
  const sweepUsd = MINUTES_A_MONTH * SWEEP_MINUTE_USD;
  const totalUsd = alarmsUsd + secretsUsd + pollingUsd + sweepUsd;
  return { alarmMetrics, secrets, polledQueues, alarmsUsd, secretsUsd, pollingUsd, sweepUsd, totalUsd };
}
