import { type RightsTemplate, type TemplateResource, widenedRights } from './widened-rights.ts';

/** Compared elsewhere: action by action. */
const BY_RIGHT = ['AssumeRolePolicyDocument', 'Policies', 'ManagedPolicyArns', 'PermissionsBoundary'];

/**
 * Types and properties that concern no access, or whose rights are compared action by action. A change of anything else
 * is marked, so that a type that nobody thought of is. Without a list: all properties.
 */
const UNMARKED: Record<string, readonly string[] | 'all'> = {
  'AWS::ApiGateway::Deployment': ['Description', 'RestApiId'],
  'AWS::ApiGateway::Resource': 'all',
  'AWS::CDK::Metadata': 'all',
  'AWS::CloudWatch::Alarm': [
    ...['AlarmDescription', 'ComparisonOperator', 'DatapointsToAlarm', 'Dimensions', 'EvaluationPeriods', 'MetricName'],
    ...['Metrics', 'Namespace', 'Period', 'Statistic', 'Threshold', 'TreatMissingData'],
  ],
  'AWS::IAM::ManagedPolicy': 'all',
  'AWS::IAM::Policy': 'all',
  'AWS::IAM::Role': [...BY_RIGHT, 'Description'],
  'AWS::Lambda::Function': ['Code.S3Key', 'Description', 'MemorySize', 'Timeout'],
  'AWS::Lambda::Permission': 'all',
  'AWS::Logs::LogGroup': ['RetentionInDays'],
  'AWS::Logs::MetricFilter': 'all',
  'AWS::Logs::QueryDefinition': 'all',
  'AWS::S3::BucketPolicy': 'all',
  'AWS::SNS::TopicPolicy': 'all',
  'AWS::SQS::QueuePolicy': 'all',
  'Custom::CDKBucketDeployment': ['SourceObjectKeys', 'SourceMarkers', 'SourceMarkersConfig'],
};

/** Sections of a template without effect. Those with one change what a name in a right means. */
const UNMARKED_SECTIONS = ['AWSTemplateFormatVersion', 'Description', 'Metadata', 'Resources'];

/**
 * What a person should read, one line each: what cannot be judged, widened rights, and other changes that may concern
 * access.
 */
export function accessChanges(before: RightsTemplate, after: RightsTemplate): string[] {
  const [old, now] = [before.Resources ?? {}, after.Resources ?? {}];
  const sections = namesOf(before, after).filter((name) => !UNMARKED_SECTIONS.includes(name));
  return [
    ...notJudged(after),
    ...widenedRights(before, after),
    ...namesOf(old, now).flatMap((id) => resourceChanges(id, old[id], now[id])),
    ...sections.flatMap((name) => changes(name, before[name], after[name])),
  ];
}

/** What CloudFormation writes, or reads elsewhere, while it deploys. */
function notJudged({ Resources, ...sections }: RightsTemplate): string[] {
  const resources = Object.entries(Resources ?? {}).filter(([id, resource]) => {
    const type = resource?.Type;
    if (typeof type !== 'string' || /^AWS::CloudFormation::|::MODULE$/.test(type)) return true;
    // A dynamic reference, such as `{{resolve:secretsmanager:…}}`, copies a secret to wherever the property is shown.
    return hasMacro({ [id]: resource }) || JSON.stringify(resource).includes('{{');
  });
  const isMacro = sections.Transform !== undefined || hasMacro(sections);
  return [
    ...(isMacro ? ['? cannot be judged: a macro changes the template'] : []),
    ...resources.map(([id, resource]) => `? cannot be judged: ${id} ${JSON.stringify(resource)}`),
  ];
}

function hasMacro(value: unknown): boolean {
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, inner]) => /^Fn::(Transform|ForEach)/.test(name) || hasMacro(inner));
}

function resourceChanges(id: string, old?: TemplateResource, now?: TemplateResource): string[] {
  if (old && now && old.Type !== now.Type) return [...resourceChanges(id, old), ...resourceChanges(id, undefined, now)];
  const type = String((now ?? old)?.Type);
  const unmarked = Object.hasOwn(UNMARKED, type) ? UNMARKED[type] : undefined;
  if (unmarked === 'all') return [];
  const isMarked = (name: string) => name !== 'Tags' && !unmarked?.includes(name);
  const marked = ({ Metadata: _, DependsOn: _order, Properties, ...attributes }: TemplateResource) => {
    const ofAccess = filtered(Properties ?? {}, isMarked);
    const code = ofAccess.Code;
    if (isObject(code)) ofAccess.Code = filtered(code, (name) => isMarked(`Code.${name}`));
    return { ...attributes, Properties: ofAccess };
  };
  const subject = `${id} ${type}`;
  if (old && now) return changes(subject, marked(old), marked(now));
  const { Properties } = marked(Object(now ?? old));
  if (unmarked && Object.keys(Properties).length === 0) return [];
  return [now ? `+ ${subject} ${JSON.stringify(Properties)}` : `- ${subject}`];
}

function changes(path: string, old: unknown, now: unknown): string[] {
  if (JSON.stringify(old) === JSON.stringify(now)) return [];
  if (isObject(old) && isObject(now) && !Array.isArray(now))
    return namesOf(old, now).flatMap((name) => changes(`${path}.${name}`, old[name], now[name]));
  if (now === undefined) return [`- ${path}`];
  return [`${old === undefined ? '+' : '~'} ${path} ${JSON.stringify(now)}`];
}

function filtered(entries: Record<string, unknown>, isMarked: (name: string) => boolean): Record<string, unknown> {
  return Object.fromEntries(Object.entries(entries).filter(([name]) => isMarked(name)));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

const namesOf = (...of: object[]) => [...new Set(of.flatMap((each) => Object.keys(each)))];
