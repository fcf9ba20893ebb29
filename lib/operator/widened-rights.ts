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
  const parts = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`, 'i').test(action);
}

function rightsOf({ Resources = {} }: RightsTemplate): Right[] {
  return Object.entries(Resources).flatMap(([id, { Type, Properties = {} }]) => {
    const { Roles, Users, Groups, ManagedPolicyArns = [], PermissionsBoundary: boundary } = Properties;
    const plain = { subject: id, resource: '', rest: '' };
    return [
      // A policy is renamed more often than it moves to another role.
      ...statementsIn(Properties, Roles ? [Roles, Users, Groups].flatMap(namesOf).join(' ') : id),
      ...(ManagedPolicyArns as unknown[]).map((arn) => ({ ...plain, effect: 'Allow', action: JSON.stringify(arn) })),
      ...(boundary ? [{ ...plain, effect: 'Deny', action: `all beyond ${JSON.stringify(boundary)}` }] : []),
      ...(Type === 'AWS::Lambda::Permission' ? [permission(Properties)] : []),
    ];
  });
}

function namesOf(list: unknown): string[] {
  return ((list ?? []) as unknown[]).map((each) => (each as { Ref?: string }).Ref ?? JSON.stringify(each));
}

function permission({ FunctionName, Action, ...rest }: Properties): Right {
  const subject = JSON.stringify(FunctionName);
  return { subject, effect: 'Allow', action: String(Action), resource: '', rest: JSON.stringify(rest) };
}

/** Statements anywhere in a resource's properties. */
function statementsIn(value: unknown, subject: string): Right[] {
  if (typeof value !== 'object' || value === null) return [];
  const { Statement } = value as { Statement?: Properties | Properties[] };
  if (Statement !== undefined) return [Statement].flat().flatMap((each) => rightsIn(each, subject));
  return Object.entries(value).flatMap(([name, inner]) =>
    statementsIn(inner, name === 'AssumeRolePolicyDocument' ? `${subject} (trust)` : subject),
  );
}

function rightsIn({ Sid: _, Effect, Action, Resource, ...rest }: Properties, subject: string): Right[] {
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
