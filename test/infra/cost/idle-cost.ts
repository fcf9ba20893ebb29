import { functionNamesById, idOf, type Part, type Templates } from '../templates.ts';

/**
 * List prices of eu-west-1 in dollars, without any free tier: aws.amazon.com/cloudwatch/pricing,
 * secrets-manager/pricing, sqs/pricing, lambda/pricing (arm64) and dynamodb/pricing/on-demand, November 2026.
 */
const PRICES = {
  /** A month, for each metric of an alarm at standard resolution, also inside metric math. */
  alarmMetric: 0.1,
  /** In addition to the alarms that it joins. */
  compositeAlarm: 0.5,
  dashboard: 3,
  secret: 0.4,
  customerKey: 1,
  hostedZone: 0.5,
  webAcl: 5,
  webAclRule: 1,
  millionQueueRequests: 0.4,
  millionInvocations: 0.2,
  gbSecond: 0.0000133334,
  millionReadUnits: 0.1415,
  logIngestionGb: 0.57,
  logStorageGbMonth: 0.03,
};

/** What costs nothing while nobody calls: by use only, or without a price. Any other type must get a price above. */
const BY_USE =
  /^AWS::(ApiGateway|CDK|CloudFront|Cognito|DynamoDB|IAM|Lambda|Events|Logs|S3|SNS|SQS|SecretsManager|CloudWatch)::|^Custom::/;
const PRICED: Readonly<Record<string, number>> = {
  'AWS::CloudWatch::CompositeAlarm': PRICES.compositeAlarm,
  'AWS::CloudWatch::Dashboard': PRICES.dashboard,
  'AWS::SecretsManager::Secret': PRICES.secret,
  'AWS::KMS::Key': PRICES.customerKey,
  'AWS::Route53::HostedZone': PRICES.hostedZone,
  'AWS::WAFv2::WebACL': PRICES.webAcl + PRICES.webAclRule,
};

const HOURS_A_MONTH = 730;
const MINUTES_A_MONTH = 60 * HOURS_A_MONTH;
// An event source mapping polls its queue by at least five pollers, each for 20 s.
const POLLS_A_MINUTE = 15;

/** A scheduled run that finds nothing to do: its read units, and seconds with 512 MB, start included. */
const IDLE_RUNS: Readonly<Record<string, { readUnits: number; seconds: number }>> = {
  'payments-sweep': { readUnits: 4, seconds: 1 },
  'finance-night': { readUnits: 9.5, seconds: 1 },
};
/** START, END and REPORT of Lambda and one line of ours, each with the 26 bytes that CloudWatch adds. */
const LOG_BYTES_A_RUN = 700;

export interface IdleCost {
  alarmMetrics: number;
  alarmsUsd: number;
  secretsUsd: number;
  pollingUsd: number;
  schedulesUsd: number;
  logsUsd: number;
  /** Of types that cost by the month and are none of the above. */
  othersUsd: number;
  totalUsd: number;
}

const PARTS: Part[] = ['data', 'simulator', 'service', 'dashboard'];

/** The cost of a stage in a month without payments, counted from the templates with the calls that schedules make. */
export function idleCost(templates: Templates): IdleCost {
  const resources = PARTS.filter((part) => templates.has(part)).flatMap((part) => templates.resources(part));
  const all = (wanted: string) => resources.filter(({ type }) => type === wanted);
  for (const { id, type } of resources) {
    if (!BY_USE.test(type) && PRICED[type] === undefined) throw new Error(`${id}: no price for ${type}`);
  }
  const alarmMetrics = all('AWS::CloudWatch::Alarm')
    .map(({ properties }) => properties.Metrics as { MetricStat?: unknown }[] | undefined)
    .reduce((sum, metrics) => sum + (metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1), 0);
  const queues = new Set(all('AWS::SQS::Queue').map(({ id }) => id));
  const polledQueues = all('AWS::Lambda::EventSourceMapping').filter(({ properties }) =>
    queues.has(String(idOf(properties.EventSourceArn))),
  ).length;
  const names = functionNamesById(resources, templates.stage);
  const runs = all('AWS::Events::Rule').map(({ properties }) => {
    const [{ Arn }] = properties.Targets as [{ Arn: unknown }];
    const run = IDLE_RUNS[names.get(idOf(Arn) ?? '') ?? ''];
    if (!run) throw new Error(`no cost of an idle run: ${JSON.stringify(Arn)}`);
    return { ...run, count: MINUTES_A_MONTH / minutesOf(String(properties.ScheduleExpression)) };
  });
  const monthsStored = Math.max(
    ...all('AWS::Logs::LogGroup').map(({ properties }) => Number(properties.RetentionInDays) / 30),
  );
  const alarmsUsd = alarmMetrics * PRICES.alarmMetric;
  const secretsUsd = all('AWS::SecretsManager::Secret').length * PRICES.secret;
  const pollingUsd = million(polledQueues * POLLS_A_MINUTE * MINUTES_A_MONTH) * PRICES.millionQueueRequests;
  const schedulesUsd = sum(
    runs.map(
      ({ count, readUnits, seconds }) =>
        million(count) * PRICES.millionInvocations +
        million(count * readUnits) * PRICES.millionReadUnits +
        count * seconds * 0.5 * PRICES.gbSecond,
    ),
  );
  const logGb = (sum(runs.map(({ count }) => count)) * LOG_BYTES_A_RUN) / 1_000_000_000;
  const logsUsd = logGb * (PRICES.logIngestionGb + monthsStored * PRICES.logStorageGbMonth);
  const othersUsd = sum(
    resources.filter(({ type }) => type !== 'AWS::SecretsManager::Secret').map(({ type }) => PRICED[type] ?? 0),
  );
  const totalUsd = alarmsUsd + secretsUsd + pollingUsd + schedulesUsd + logsUsd + othersUsd;
  return { alarmMetrics, alarmsUsd, secretsUsd, pollingUsd, schedulesUsd, logsUsd, othersUsd, totalUsd };
}

const million = (count: number) => count / 1_000_000;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

function minutesOf(rate: string): number {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour)s?\)$/.exec(rate) ?? [];
  if (count === undefined) throw new Error(`unsupported: ${rate}`);
  return Number(count) * (unit === 'hour' ? 60 : 1);
}
