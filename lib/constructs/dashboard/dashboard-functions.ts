import type { Table } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { Route } from '../../../functions/dashboard/api.ts';
import type { DataStack } from '../../stacks/data-stack.ts';
import type { Stage } from '../../stacks/stages.ts';
import type { StageAlarms } from '../alarms/stage-alarms.ts';
import { MAX_CALL_SECONDS } from '../api/service-api.ts';
import { grantSend, grantValue } from '../grants.ts';
import { ServiceFunction } from '../service-function.ts';
import type { Resource, Rights } from './right-sets.ts';
import { DASHBOARD_FUNCTIONS, type DashboardFunctionSettings } from './rights.ts';

export interface DashboardFunctionsProps {
  stage: Stage;
  alarms: StageAlarms;
  data: DataStack;
  deliveries: Queue;
}

/**
 * One function for each route of the dashboard's API (`functions/dashboard/api.ts`), with the rights of `rights.ts`.
 */
export class DashboardFunctions extends Construct {
  readonly routes: Record<Route, LambdaFunction>;

  constructor(scope: Construct, id: string, props: DashboardFunctionsProps) {
    super(scope, id);
    const routes = Object.entries(DASHBOARD_FUNCTIONS) as [Route, DashboardFunctionSettings][];
    const functions = routes.map(([route, settings]) => [route, this.add(settings, props)]);
    this.routes = Object.fromEntries(functions) as Record<Route, LambdaFunction>;
  }

  private add(
    { handler, errorImpact, rights, isLong, memoryMb = 1_024 }: DashboardFunctionSettings,
    props: DashboardFunctionsProps,
  ) {
    const { stage, alarms } = props;
    const { function: added } = new ServiceFunction(this, constructIdOf(handler), {
      stage,
      alarms,
      handler,
      errorImpact,
      errorLines: 'none',
      environment: environmentOf(handler, rights, props),
      ...(isLong && { timeoutSeconds: MAX_CALL_SECONDS, memoryMb }),
    });
    for (const [resource, actions] of Object.entries(rights) as [Resource, readonly string[]][]) {
      grant(added, resource, actions, props);
    }
    return added;
  }
}

/** `WebhookSecretReveal` for `dashboard/webhook-secret-reveal`. */
function constructIdOf(handler: string): string {
  const words = handler.slice('dashboard/'.length).split('-');
  return words.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`).join('');
}

/** The environment variables for the resources that the function has rights on, and no others. */
function environmentOf(handler: string, rights: Rights, props: DashboardFunctionsProps): Record<string, string> {
  const { stage, data, deliveries } = props;
  const uses = (name: Resource) => Object.keys(rights).some((each) => each === name || each.startsWith(`${name}/`));
  return {
    ...(uses('merchants') && { MERCHANTS_TABLE: data.merchants.tableName }),
    ...(uses('transactions') && { TRANSACTIONS_TABLE: data.transactions.tableName }),
    ...(uses('rateLimits') && { RATE_LIMITS_TABLE: data.rateLimits.tableName }),
    ...(uses('keyring') && { KEYRING_SECRET_ID: data.keyring.secretArn }),
    ...(uses('deliveries') && { DELIVERIES_QUEUE_URL: deliveries.queueUrl }),
    ...(handler === 'dashboard/me' && { DEFAULT_BANK_ACCOUNT: stage.defaultBankAccount }),
  };
}

function grant(
  to: LambdaFunction,
  resource: Resource,
  actions: readonly string[],
  props: DashboardFunctionsProps,
): void {
  const { data, deliveries } = props;
  switch (resource) {
    case 'keyring':
      grantValue(data.keyring, to);
      break;
    case 'deliveries':
      grantSend(deliveries, to);
      break;
    default:
      grantOnTable(to, resource, actions, data);
  }
}

/** Grants on the table's items or on one index. The table's own grant methods would include all of its indexes. */
function grantOnTable(to: LambdaFunction, resource: Resource, actions: readonly string[], data: DataStack): void {
  const [name = '', ...index] = resource.split('/');
  const tables: Record<string, Table | undefined> = {
    merchants: data.merchants,
    transactions: data.transactions,
    rateLimits: data.rateLimits,
  };
  const table = tables[name];
  if (!table) return;
  const resources = [[table.tableArn, ...index].join('/')];
  to.addToRolePolicy(new PolicyStatement({ actions: actions.map((action) => `dynamodb:${action}`), resources }));
}
