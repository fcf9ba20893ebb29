/** A CloudFormation template, as a revision has made it: nothing in it is certain. */
export interface RightsTemplate {
  Resources?: Record<string, TemplateResource>;
  [section: string]: unknown;
}

export interface TemplateResource {
  Type: string;
  Properties?: Properties;
  Condition?: unknown;
  [attribute: string]: unknown;
}

interface Right {
  /** What it belongs to: a role, or the resource whose policy it is. */
  subject: string;
  effect: string;
  action: string;
  resource: string;
  /** Principals and conditions, and what is excepted. */
  rest: string;
}

type Properties = Record<string, unknown>;

/**
 * What a template allows that the earlier one does not, one line each: allowed actions and managed policies that are
 * new, denials and boundaries that are gone. The CDK compares statements; these are single actions on single resources,
 * so that a statement from which something was removed is none. What is no plain denial counts as allowed.
 */
export function widenedRights(before: RightsTemplate, after: RightsTemplate): string[] {
  const [old, now] = [rightsOf(before), rightsOf(after)];
  const added = now.filter((right) => right.effect !== 'Deny' && !old.some((each) => covers(each, right)));
  const lifted = old.filter((right) => right.effect === 'Deny' && !now.some((each) => covers(each, right)));
  return [...added.map((right) => `+ ${lineOf(right)}`), ...lifted.map((right) => `- ${lineOf(right)}`)];
}

/** Of the same subject, and with at least the same actions. A resource by another name counts as another. */
function covers(one: Right, other: Right): boolean {
  const isSame = (['subject', 'effect', 'resource', 'rest'] as const).every((name) => one[name] === other[name]);
  return isSame && (one.action === other.action || matches(one.action, other.action));
}

/** The other action may be a pattern too: one character does not stand for `*`. */
function matches(pattern: string, action: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '[^*]');
  return new RegExp(`^${source}$`, 'i').test(action);
}

function rightsOf({ Resources }: RightsTemplate): Right[] {
  return Object.entries(Resources ?? {}).flatMap(([id, resource]) => {
    const { Type, Condition: onlyIf } = resource ?? {};
    const Properties: Properties = Object(resource?.Properties);
    const { Roles, Users, Groups, Queues, Topics, Bucket } = Properties;
    const holders = [Roles, Users, Groups, Queues, Topics, Bucket].filter((each) => each !== undefined);
    switch (Type) {
      case 'AWS::IAM::Policy':
      case 'AWS::IAM::ManagedPolicy':
      case 'AWS::SQS::QueuePolicy':
      case 'AWS::SNS::TopicPolicy':
      case 'AWS::S3::BucketPolicy':
        // A policy is renamed more often than it moves to another role.
        return rightsIn(Properties.PolicyDocument, holders.flatMap(namesOf).join(' ') || id, { onlyIf });
      case 'AWS::IAM::Role':
        return roleRights(Properties, id);
      case 'AWS::Lambda::Permission':
        return [permission(Properties)];
      default:
        return [];
    }
  });
}

function roleRights(role: Properties, id: string): Right[] {
  const plain = { subject: id, resource: '', rest: '' };
  return [
    ...rightsIn(role.AssumeRolePolicyDocument, `${id} (trust)`),
    ...listOf(role.Policies ?? []).flatMap((each) => rightsIn((each as Properties)?.PolicyDocument ?? each, id)),
    ...listOf(role.ManagedPolicyArns ?? []).map((arn) => ({ ...plain, effect: 'Allow', action: textOf(arn) })),
    ...(role.PermissionsBoundary
      ? [{ ...plain, effect: 'Deny', action: `all beyond ${textOf(role.PermissionsBoundary)}` }]
      : []),
  ];
}

function namesOf(names: unknown): string[] {
  return [names].flat().map((each) => (each as { Ref?: string } | null)?.Ref ?? textOf(each));
}

function permission({ FunctionName, Action, ...rest }: Properties): Right {
  return { subject: textOf(FunctionName), effect: 'Allow', action: textOf(Action), resource: '', rest: textOf(rest) };
}

/** Of a policy's document. One that is no list of statements is a single entry. */
function rightsIn(document: unknown, subject: string, of: Properties = {}): Right[] {
  const { Statement, Version: _, Id: _id, ...others } = Object(document) as Properties;
  const isPlain = Statement !== undefined && Object.keys(others).length === 0;
  return (isPlain ? listOf(Statement) : [document]).flatMap((each) => statementRights(each, subject, of));
}

function statementRights(statement: unknown, subject: string, of: Properties): Right[] {
  if (typeof statement !== 'object') return statementRights({ statement }, subject, of);
  const { Sid: _, Effect, Action, Resource, ...rest } = (statement ?? {}) as Properties;
  return listOf(Action).flatMap((action) =>
    listOf(Resource).map((resource) => ({
      subject,
      effect: textOf(Effect),
      action: textOf(action),
      resource: JSON.stringify(resource),
      rest: JSON.stringify({ ...rest, ...of }),
    })),
  );
}

/** At least one entry: `NotAction` and `NotResource` are in the rest. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value ?? ''];
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function lineOf({ subject, effect, action, resource, rest }: Right): string {
  return [subject, effect, action, resource, rest]
    .filter((text) => text !== '' && text !== '""' && text !== '{}')
    .join(' ');
}
