import { Stack } from 'aws-cdk-lib';
import { CfnQueryDefinition, LogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { Stage } from '../stacks/stages.ts';

const FIELDS =
  '@timestamp, level, message, requestId, transactionId, eventId, merchantId, method, resource, route, status';
const DETAILS = 'refusal, responseType, outcome, attempt, statusCode, state, detail, errorMessage, @log';
const IN_ORDER = ['sort @timestamp asc', 'limit 1000'];

/** Queries of CloudWatch Logs Insights; what is in capitals is replaced before a run. */
const QUERIES = {
  transaction: [`fields ${FIELDS}, ${DETAILS}`, "filter transactionId = 'TRANSACTION_ID'", ...IN_ORDER],
  request: [`fields ${FIELDS}, ${DETAILS}`, "filter requestId = 'REQUEST_ID'", ...IN_ORDER],
  'refused by the gateway': [
    "filter message = 'request answered' and responseType != '-'",
    'stats count(*) as requests, min(@timestamp) as first, max(@timestamp) as last by responseType, status, resource, sourceIp',
    'sort requests desc',
    'limit 100',
  ],
};

export interface SavedQueriesProps {
  stage: Stage;
  /** Which logs they are of; the folder in the console, below the stage. */
  of: 'service' | 'dashboard';
}

/**
 * The questions that come with a complaint: one transaction, one request, what no function saw. Over all log groups
 * that the stack has by then; a query reads 50 at most.
 */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { stage, of }: SavedQueriesProps) {
    super(scope, id);
    const logGroups = Stack.of(this)
      .node.findAll()
      .filter((node) => node instanceof LogGroup);
    for (const [name, lines] of Object.entries(QUERIES)) {
      new CfnQueryDefinition(this, name, {
        name: `payment-service/${stage.name}/${of}/${name}`,
        logGroupNames: logGroups.map(({ logGroupName }) => logGroupName),
        queryString: lines.join('\n| '),
      });
    }
  }
}
