import { describe, expect, test } from 'vitest';
import { devAndProd, idOf, type Part, type Properties, type Templates } from './templates.ts';

const STAGES = devAndProd();
const PARTS: Part[] = ['data', 'service', 'simulator', 'dashboard'];

interface Statement {
  Effect: string;
  Action?: string | string[];
  NotAction?: unknown;
  Resource?: unknown;
}

/** Resources of every stack with the stack's name; ids are unique within a stack only. */
const resourcesOf = (templates: Templates) =>
  PARTS.filter((part) => templates.has(part)).map((part) => ({ part, resources: templates.resources(part) }));

/** A role's statements: in policies of its own and in those that name it. */
function statementsOf(role: { id: string; properties: Properties }, resources: ReturnType<Templates['resources']>) {
  const documents = [
    ...((role.properties.Policies ?? []) as { PolicyDocument: unknown }[]).map(({ PolicyDocument }) => PolicyDocument),
    ...resources
      .filter(({ type, properties }) => /^AWS::IAM::(Managed)?Policy$/.test(type) && namesRole(properties, role.id))
      .map(({ properties }) => properties.PolicyDocument),
  ];
  return (documents as { Statement: Statement[] }[]).flatMap(({ Statement }) => Statement);
}

const isOfApiGateway = ({ properties }: { properties: Properties }) =>
  JSON.stringify(properties.AssumeRolePolicyDocument).includes('"Service":"apigateway.amazonaws.com"');

const namesRole = ({ Roles }: Properties, id: string) => ((Roles ?? []) as unknown[]).some((each) => idOf(each) === id);

/** Whether an action of a policy can be one of CloudWatch Logs that writes. */
const writesLogs = (action: string) => /^(\*|logs:(\*|Create|Put|Delete|Tag|Associate).*)$/i.test(action);

/**
 * An alarm counts log lines, so who may write to a log may raise alarms or, with lines that the filters do not match,
 * hide what happened. The managed policy for logs allows every group of the account.
 */
describe.each(STAGES)('logs of stage %s', (_stage, templates) => {
  const stacks = resourcesOf(templates);

  test('are in a group of its own for every function, those of custom resources included, with a retention', () => {
    const groups = stacks.flatMap(({ part, resources }) =>
      resources
        .filter(({ type }) => type === 'AWS::Lambda::Function')
        .map(({ id, properties }) => {
          const { LogGroup } = (properties.LoggingConfig ?? {}) as { LogGroup?: unknown };
          const group = resources.find((each) => each.id === idOf(LogGroup));
          expect(group, `${part} ${id}`).toMatchObject({ type: 'AWS::Logs::LogGroup' });
          expect(group?.properties.RetentionInDays, `${part} ${id}`).toBe(templates.stage === 'prod' ? 90 : 30);
          return `${part} ${group?.id}`;
        }),
    );
    expect(groups.length).toBeGreaterThan(15);
    expect(new Set(groups).size).toBe(groups.length);
  });

  test('can be written by the role of their function only, which may write no other and create no group', () => {
    for (const { part, resources } of stacks) {
      // That of API Gateway, which runs no code, is judged by access-logs.test.ts.
      for (const role of resources.filter((each) => each.type === 'AWS::IAM::Role' && !isOfApiGateway(each))) {
        const name = `${part} ${role.id}`;
        expect(role.properties.ManagedPolicyArns ?? [], name).toEqual([]);
        const own = resources
          .filter(({ type, properties }) => type === 'AWS::Lambda::Function' && idOf(properties.Role) === role.id)
          .map(({ properties }) => idOf((properties.LoggingConfig as { LogGroup?: unknown } | undefined)?.LogGroup));
        expect(own, name).toHaveLength(1);
        const statements = statementsOf(role, resources);
        expect(
          statements.filter(({ NotAction }) => NotAction !== undefined),
          name,
        ).toEqual([]);
        const writing = statements.filter(
          ({ Effect, Action }) => Effect === 'Allow' && [Action ?? []].flat().some(writesLogs),
        );
        const actions = writing.flatMap(({ Action }) => Action ?? []).filter(writesLogs);
        expect(actions.sort(), name).toEqual(['logs:CreateLogStream', 'logs:PutLogEvents']);
        expect(
          writing.flatMap(({ Resource }) => Resource),
          name,
        ).toEqual([{ 'Fn::GetAtt': [own[0], 'Arn'] }]);
      }
    }
  });

  test('survive their stack in production', () => {
    for (const { part, resources } of stacks) {
      for (const { id, deletionPolicy } of resources.filter(({ type }) => type === 'AWS::Logs::LogGroup')) {
        const isRetained = templates.stage === 'prod';
        expect(deletionPolicy, `${part} ${id}`).toBe(isRetained ? 'RetainExceptOnCreate' : 'Delete');
      }
    }
  });
});
