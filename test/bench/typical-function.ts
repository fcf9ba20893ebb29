import { DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { marshall } from '@aws-sdk/util-dynamodb';
import middy, { type MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import { z } from 'zod';

/*
 * An endpoint as it is commonly written, to compare with: middy with three middlewares, zod by its named import, the
 * SDK's clients with default credentials, and the SDK's marshalling package. It stores one item. It has no Powertools
 * (logger, metrics) and no lib-dynamodb, so it is lighter than a typical function.
 */

const body = z.object({
  orderId: z.string().min(1).max(100),
  amount: z.number().positive(),
  currency: z.literal('EUR').default('EUR'),
});

const dynamo = new DynamoDBClient({});
export const others = { sqs: new SQSClient({}), secrets: new SecretsManagerClient({}) };

type Middleware = MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult>;

const parsed = new WeakMap<APIGatewayProxyEvent, z.infer<typeof body>>();

const parseBody: Middleware = {
  before: ({ event }) => void parsed.set(event, body.parse(JSON.parse(event.body ?? ''))),
};

const logCall: Middleware = {
  after: ({ event, response }) => console.log(JSON.stringify({ path: event.path, status: response?.statusCode })),
};

const answerErrors: Middleware = {
  onError: (request) => {
    request.response = { statusCode: 500, body: JSON.stringify({ error: request.error?.message }) };
  },
};

export const handler = middy<APIGatewayProxyEvent, APIGatewayProxyResult>()
  .use(logCall)
  .use(answerErrors)
  .use(parseBody)
  .handler(async (event) => {
    const item = { transactionId: `tx_${Date.now()}`, item: 'main', createdAt: Date.now(), ...parsed.get(event) };
    await dynamo.send(new PutItemCommand({ TableName: process.env.TRANSACTIONS_TABLE, Item: marshall(item) }));
    return { statusCode: 200, body: JSON.stringify(item) };
  });
