import { Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import type { DataStack } from '../stacks/data-stack.ts';
import type { Stage } from '../stacks/stages.ts';
import type { StageAlarms } from './alarms/stage-alarms.ts';
import { grantValue } from './grants.ts';
import { callEvery, grantItems, ServiceFunction } from './service-function.ts';

export interface AuditProps {
  stage: Stage;
  alarms: StageAlarms;
  data: Pick<DataStack, 'transactions' | 'merchants'>;
  /** JSON of the stage's bank accounts (`functions/banking/account.ts`). */
  bankAccounts: string;
  /** Of the bank accounts, by the account's name. */
  credentials: ReadonlyMap<string, ISecret>;
}

export const AUDIT_EVERY_MINUTES = 15;
export const AUDIT_TIMEOUT_SECONDS = 300;

/**
 * The nightly audit: checks each Lisbon day's transactions, totals and bank movements against the rules of
 * `functions/finance/audit`. The schedule calls it all day. It starts after midnight, resumes where the run before ended,
 * and writes only its own items.
 */
export class Audit extends Construct {
  readonly logGroup: ILogGroup;

  constructor(scope: Construct, id: string, { stage, alarms, data, bankAccounts, credentials }: AuditProps) {
    super(scope, id);
    const { transactions, merchants } = data;
    const { function: audit } = new ServiceFunction(this, 'Audit', {
      stage,
      alarms,
      handler: 'finance/audit',
      errorImpact: 'The nightly audit does not finish: contradictions between records of payments go unnoticed.',
      environment: {
        TRANSACTIONS_TABLE: transactions.tableName,
        MERCHANTS_TABLE: merchants.tableName,
        BANK_ACCOUNTS: bankAccounts,
      },
      timeoutSeconds: AUDIT_TIMEOUT_SECONDS,
    });
    grantItems(transactions, audit, 'dynamodb:GetItem', 'dynamodb:Query');
    // The audit's result and state are the only items that it can write.
    const ownItems = { 'ForAllValues:StringEquals': { 'dynamodb:LeadingKeys': ['audit'] } };
    audit.addToRolePolicy(
      new PolicyStatement({ actions: ['dynamodb:PutItem'], resources: [transactions.tableArn], conditions: ownItems }),
    );
    const indexes = ['byMerchant', 'byOrder', 'paid', 'due'].map((index) => `${transactions.tableArn}/index/${index}`);
    const resources = [...indexes, `${merchants.tableArn}/index/byStatus`];
    audit.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources }));
    for (const secret of credentials.values()) grantValue(secret, audit);
    callEvery(this, 'EveryQuarter', Duration.minutes(AUDIT_EVERY_MINUTES), audit);
    this.logGroup = audit.logGroup;
  }
}
