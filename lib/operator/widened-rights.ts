/** A CloudFormation template, as far as rights are in it. */
export interface RightsTemplate {
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
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
 * so that a statement from which something was removed is none.
 */
export function widenedRights(before: RightsTemplate, after: RightsTemplate): string[] {
  const [old, now] = [rightsOf(before), rightsOf(after)];
  const added = now.filter((right) => right.effect === 'Allow' && !old.some((each) => covers(each, right)));
  const lifted = old.filter((right) => right.effect === 'Deny' && !now.some((each) => covers(each, right)));
  return [...added.map((right) => `+ ${textOf(right)}`), ...lifted.map((right) => `- ${textOf(right)}`)];
}

/** Of the same subject, and with at least the same actions. A resource by another name counts as another. */
function covers(one: Right, other: Right): boolean {
  const isSame = (['subject', 'effect', 'resource', 'rest'] as const).every((name) => one[name] === other[name]);
  return isSame && (one.action === other.action || matches(one.action, other.action));
}

function matches(pattern: string, action: string): boolean {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`, 'i').test(action);
}

function rightsOf({ Resources = {} }: RightsTemplate): Right[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const { Roles, Users, Groups, Queues, Topics, Bucket, RoleName } = Properties;
    const { ManagedPolicyArns = [], PermissionsBoundary: boundary, AuthType, AuthorizationType, Role } = Properties;
    const holders = [Roles, Users, Groups, Queues, Topics, Bucket, RoleName].filter((each) => each !== undefined);
    const isPolicy = Type.endsWith('Policy');
    const plain = { subject: id, resource: '', rest: '' };
    return [
      // A policy is renamed more often than it moves to another role.
      ...statementsIn(Properties, isPolicy && holders.length > 0 ? holders.flatMap(namesOf).join(' ') : id),
      ...(ManagedPolicyArns as unknown[]).map((arn) => ({ ...plain, effect: 'Allow', action: JSON.stringify(arn) })),
      ...(boundary ? [{ ...plain, effect: 'Deny', action: `all beyond ${JSON.stringify(boundary)}` }] : []),
      ...(Type === 'AWS::Lambda::Permission' ? [permission(Properties)] : []),
      ...(Type === 'AWS::Lambda::Function'
        ? [{ ...plain, effect: 'Allow', action: `runs as ${JSON.stringify(Role)}` }]
        : []),
      ...([AuthType, AuthorizationType].includes('NONE')
        ? [{ ...plain, effect: 'Allow', action: 'calls by anybody' }]
        : []),
    ];
  });
}

function namesOf(names: unknown): string[] {
  return [names].flat().map((each) => (each as { Ref?: string }).Ref ?? JSON.stringify(each));
}

function permission({ FunctionName, Action, ...rest }: Properties): Right {
  const subject = JSON.stringify(FunctionName);
  return { subject, effect: 'Allow', action: String(Action), resource: '', rest: JSON.stringify(rest) };
}

/** Statements anywhere in a resource's properties, in a policy that is a text too. */
function statementsIn(value: unknown, subject: string): Right[] {
  if (typeof value === 'string' && value.includes('"Statement"')) return statementsIn(JSON.parse(value), subject);
  if (typeof value !== 'object' || value === null) return [];
  const { Statement } = value as { Statement?: unknown };
  if (Statement !== undefined) return branchesOf(Statement).flatMap((each) => rightsIn(each, subject));
  return Object.entries(value).flatMap(([name, inner]) =>
    statementsIn(inner, name === 'AssumeRolePolicyDocument' ? `${subject} (trust)` : subject),
  );
}

/** Each statement, of either branch of a condition. */
function branchesOf(statements: unknown): Properties[] {
  return [statements].flat().flatMap((each) => {
    const branches = (each as { 'Fn::If'?: [string, unknown, unknown] })['Fn::If'];
    return branches ? branches.slice(1).flatMap(branchesOf) : [each as Properties];
  });
}

function rightsIn({ Sid: _, Effect, Action, Resource, ...rest }: Properties, subject: string): Right[] {
  if (Effect === undefined) return [];
  return listOf(Action).flatMap((action) =>
    listOf(Resource).map((resource) => ({
      subject,
      effect: String(Effect),
      action: String(action),
      resource: JSON.stringify(resource),
      rest: JSON.stringify(rest),
    })),
  );
}

/** At least one entry: `NotAction` and `NotResource` are in the rest. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : [value ?? ''];
}

function textOf({ subject, effect, action, resource, rest }: Right): string {
  return [subject, effect, action, resource, rest]
    .filter((text) => text !== '' && text !== '""' && text !== '{}')
    .join(' ');
}
