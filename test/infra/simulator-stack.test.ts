import { existsSync } from 'node:fs';
import { App } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { beforeAll, describe, expect, it } from 'vitest';
import { ROUTES } from '../../functions/simulator/routes.ts';
import { bundleDir, bundleFunctions } from '../../lib/bundling/bundle.ts';
import { SimulatorStack } from '../../lib/stacks/simulator-stack.ts';
import { readStage, type Stage } from '../../lib/stacks/stages.ts';

const settings = { production: false, bankAccounts: [{ name: 'sandbox', provider: 'sibs', baseUrl: 'simulator' }] };
const dev = readStage({ dev: { ...settings, defaultBankAccount: 'sandbox' } }, 'dev');

function build(stage: Stage): SimulatorStack {
  const app = new App({ analyticsReporting: false });
  return new SimulatorStack(app, 'Simulator', { stage });
}

describe('the simulator’s stack', () => {
  let stack: SimulatorStack;
  let template: Template;
  beforeAll(async () => {
    if (!existsSync(bundleDir('simulator/act'))) await bundleFunctions();
    stack = build(dev);
    template = Template.fromStack(stack);
  });

  it('has one function for each operation, one for the actions and one for long waits', () => {
    const functions = Object.values(template.findResources('AWS::Lambda::Function'));
    expect(functions.map(({ Properties }) => Properties.FunctionName).sort()).toEqual(
      ['act', 'checkout', 'control', 'due', 'ifthenpay', 'inquiry', 'purchase', 'reference'].map(
        (name) => `payment-service-dev-simulator-${name}`,
      ),
    );
  });

  it('serves each route on a regional API whose stage is `simulator`', () => {
    template.hasResourceProperties('AWS::ApiGateway::RestApi', { EndpointConfiguration: { Types: ['REGIONAL'] } });
    template.hasResourceProperties('AWS::ApiGateway::Stage', { StageName: 'simulator' });
    template.resourceCountIs('AWS::ApiGateway::Method', ROUTES.length);
  });

  it('has outputs with its addresses', () => {
    const urls = [stack.resolve(stack.baseUrls.sibs), Object.values(template.findOutputs('SimulatorUrl'))[0]?.Value];
    const paths = urls.map((url) => url['Fn::Join'][1].at(-1));
    // The latter ends with the stage, without a slash.
    expect(paths).toEqual(['/sibs/spg/v2', { Ref: expect.stringContaining('Stage') }]);
  });

  it('retries a failed action, then moves it to a dead-letter queue', () => {
    template.hasResourceProperties('AWS::Lambda::EventSourceMapping', {
      FunctionResponseTypes: ['ReportBatchItemFailures'],
    });
    template.hasResourceProperties('AWS::SQS::Queue', {
      VisibilityTimeout: 120,
      RedrivePolicy: Match.objectLike({ maxReceiveCount: 5 }),
    });
  });

  it('queries each minute for due actions, in a keys-only index', () => {
    const [rule] = Object.values(template.findResources('AWS::Events::Rule'));
    expect(rule?.Properties).toMatchObject({ ScheduleExpression: 'rate(1 minute)', State: 'ENABLED' });
    const [target] = rule?.Properties.Targets ?? [];
    expect(JSON.stringify(target.Arn)).toContain('Functiondue');
    template.hasResourceProperties('AWS::DynamoDB::Table', {
      GlobalSecondaryIndexes: [
        {
          IndexName: 'due',
          KeySchema: [
            { AttributeName: 'due', KeyType: 'HASH' },
            { AttributeName: 'dueAtMs', KeyType: 'RANGE' },
          ],
          Projection: { ProjectionType: 'KEYS_ONLY' },
        },
      ],
    });
  });

  it('grants its functions exactly their calls of the table and the queue', () => {
    const policies = Object.values(template.findResources('AWS::IAM::Policy'));
    const rights = Object.fromEntries(
      policies.map(({ Properties }) => {
        const [, name = ''] = /Function(\w+?)Role/.exec(JSON.stringify(Properties.Roles)) ?? [];
        const actions = Properties.PolicyDocument.Statement.flatMap(
          ({ Action }: { Action: string | string[] }) => Action,
        );
        const own = actions.filter((action: string) => /^dynamodb:|^sqs:SendMessage/.test(action));
        return [name, own.map((action: string) => action.slice(action.indexOf(':') + 1)).sort()];
      }),
    );
    expect(rights).toEqual({
      act: ['GetItem', 'PutItem', 'SendMessage', 'UpdateItem'],
      checkout: ['GetItem', 'PutItem', 'UpdateItem'],
      control: ['GetItem', 'Query', 'SendMessage', 'UpdateItem'],
      due: ['DeleteItem', 'Query', 'SendMessage', 'UpdateItem'],
      ifthenpay: ['GetItem', 'PutItem', 'Query', 'SendMessage', 'UpdateItem'],
      inquiry: ['GetItem', 'UpdateItem'],
      purchase: ['GetItem', 'PutItem', 'SendMessage', 'UpdateItem'],
      reference: ['GetItem', 'PutItem', 'SendMessage', 'UpdateItem'],
    });
  });

  it('has a sufficient timeout for the function of the silent phone', () => {
    template.hasResourceProperties('AWS::Lambda::Function', {
      FunctionName: 'payment-service-dev-simulator-purchase',
      Timeout: 28,
    });
  });

  it('is built for a sandbox stage, with open control endpoints, as docs/simulator.md describes', () => {
    const sandbox = Template.fromStack(build({ ...dev, name: 'sandbox' }));
    const methods = Object.values(sandbox.findResources('AWS::ApiGateway::Method'));
    expect(methods.length).toBe(ROUTES.length);
    expect(methods.every(({ Properties }) => Properties.AuthorizationType === 'NONE')).toBe(true);
  });

  it('cannot be built for production', () => {
    expect(() => build({ ...dev, production: true })).toThrow('not for production');
    expect(() => build({ ...dev, name: 'prod' })).toThrow('not for production');
  });
});
