import { randomBytes } from 'node:crypto';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  CreateQueueCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEvent, APIGatewayProxyResult, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, startDynamo } from '../../../lib/local/engines/dynamo.ts';
import { startSecrets } from '../../../lib/local/engines/secrets.ts';
import { startSqs } from '../../../lib/local/engines/sqs.ts';
import { clientEnvironment } from '../../../lib/local/lambda/functions.ts';
import { SANDBOX } from '../../fixtures/simulator/bank.ts';
import { bearer, checkoutBody, digest, newTransactionId } from '../../fixtures/simulator/payments.ts';
import { proxyEvent, startReceiver } from '../../fixtures/simulator/servers.ts';
import { ACCOUNT, createSimulatorTable } from '../../support/created-tables.ts';

/** The deployed entries themselves, configured by environment variables alone, over table, queue and secrets. */
type Web = (event: APIGatewayProxyEvent) => Promise<APIGatewayProxyResult>;
let handlers: { checkout: Web; purchase: Web; reference: Web; inquiry: Web; control: Web };
let act: (event: SQSEvent) => Promise<SQSBatchResponse>;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let sqs: SQSClient;
let queueUrl: string;
const engines: Engine[] = [];

beforeAll(async () => {
  const key = randomBytes(32);
  receiver = await startReceiver([{ ...SANDBOX, notificationKey: key }]);
  const [dynamoEngine, sqsEngine, secrets] = await Promise.all([startDynamo(), startSqs(), startSecrets()]);
  engines.push(dynamoEngine, sqsEngine, secrets);
  const account = { ...SANDBOX, terminalId: String(SANDBOX.terminalId), notificationKey: key.toString('base64') };
  secrets.store.create({ Name: 'account', SecretString: JSON.stringify(account) });
  secrets.store.create({
    Name: 'settings',
    SecretString: JSON.stringify({ notificationBaseUrl: `${receiver.baseUrl}/` }),
  });
  sqs = new SQSClient({ ...ACCOUNT, endpoint: sqsEngine.endpoint });
  queueUrl = (await sqs.send(new CreateQueueCommand({ QueueName: 'actions' }))).QueueUrl ?? '';
  await createSimulatorTable(new DynamoDBClient({ ...ACCOUNT, endpoint: dynamoEngine.endpoint }), 'simulator');
  Object.assign(process.env, {
    ...clientEnvironment({
      dynamodb: dynamoEngine.endpoint,
      sqs: sqsEngine.endpoint,
      secretsManager: secrets.endpoint,
    }),
    TABLE_NAME: 'simulator',
    ACTIONS_QUEUE_URL: queueUrl,
    SETTINGS_SECRET_ID: 'settings',
    BANK_ACCOUNTS: JSON.stringify([{ name: 'sandbox', secretId: 'account' }]),
  });
  handlers = {
    checkout: (await import('../../../functions/simulator/sibs/checkout.handler.ts')).handler,
    purchase: (await import('../../../functions/simulator/sibs/purchase.handler.ts')).handler,
    reference: (await import('../../../functions/simulator/sibs/reference.handler.ts')).handler,
    inquiry: (await import('../../../functions/simulator/sibs/inquiry.handler.ts')).handler,
    control: (await import('../../../functions/simulator/control/control.handler.ts')).handler,
  };
  act = (await import('../../../functions/simulator/notify/act.handler.ts')).handler;
});
afterAll(async () => {
  sqs.destroy();
  await Promise.all([receiver.stop(), ...engines.map((engine) => engine.stop())]);
});

async function call(name: keyof typeof handlers, request: Parameters<typeof proxyEvent>[0]) {
  const { statusCode, body } = await handlers[name](proxyEvent(request));
  return { status: statusCode, body: JSON.parse(body) };
}

async function newCheckout(transactionId: string) {
  const merchantTransactionId = `${transactionId.slice(3)}-1`;
  const rawBody = JSON.stringify(checkoutBody({ merchant: { merchantTransactionId } }));
  return (await call('checkout', { headers: bearer(), rawBody })).body;
}

/** Receives from the real queue until an action has run, as the event source mapping would. */
async function actOnce(): Promise<void> {
  for (;;) {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl: queueUrl, WaitTimeSeconds: 5 }));
    const Records = Messages.map(({ MessageId, Body }) => ({ messageId: MessageId, body: Body }));
    if (Records.length === 0) continue;
    expect(await act({ Records } as SQSEvent)).toEqual({ batchItemFailures: [] });
    for (const { ReceiptHandle } of Messages) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
    }
    return;
  }
}

describe('the deployed simulator', () => {
  it('processes a push from checkout to its notification, with an approval after 2 s', async () => {
    const transactionId = newTransactionId();
    const made = await newCheckout(transactionId);
    const startedAtMs = Date.now();
    const pushed = await call('purchase', {
      headers: digest(made.transactionSignature),
      pathParameters: { transactionId: made.transactionID },
      rawBody: '{"customerPhone":"351#910000000"}',
    });
    expect(pushed).toMatchObject({ status: 200, body: { paymentStatus: 'Pending' } });
    await actOnce();
    // The queue may be late, never early; a second of slack, since the queue counts in its own clock.
    expect(Date.now() - startedAtMs).toBeGreaterThan(1_000);
    expect(receiver.received).toMatchObject([
      {
        path: '/api/bank/sandbox/notifications',
        notification: { transactionID: made.transactionID, paymentStatus: 'Success' },
      },
    ]);
    const asked = await call('inquiry', {
      method: 'GET',
      headers: bearer(),
      pathParameters: { transactionId: made.transactionID },
    });
    expect(asked.body).toMatchObject({ paymentStatus: 'Success', paymentMethod: 'MBWAY' });
    const seen = await call('control', {
      method: 'GET',
      resource: '/control/payments/{transactionId}',
      pathParameters: { transactionId },
    });
    expect(seen.body).toEqual({ pushes: 1, references: 0, status: 'Success' });
  });

  it('schedules the next attempt of an unacknowledged notification, and reports an unreadable message', async () => {
    const made = await newCheckout(newTransactionId());
    await call('purchase', {
      headers: digest(made.transactionSignature),
      pathParameters: { transactionId: made.transactionID },
      rawBody: '{"customerPhone":"351#910000002"}',
    });
    const body = JSON.stringify({
      kind: 'settle',
      id: 'b4bd4b1e-5f2f-4a8e-8bb5-1f0a6a2f5b11',
      bankId: made.transactionID,
      decision: 'rejected',
    });
    const acknowledge = receiver.state.acknowledge;
    receiver.state.acknowledge = () => ({ status: 500, body: '' });
    const Records = [
      { messageId: 'm-1', body },
      { messageId: 'm-2', body: 'no action' },
    ];
    expect(await act({ Records } as SQSEvent)).toEqual({
      batchItemFailures: [{ itemIdentifier: 'm-2' }],
    });
    receiver.state.acknowledge = acknowledge;
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['All'] }),
    );
    // The window's end of both pushes, and the notification.
    expect(Attributes.ApproximateNumberOfMessagesDelayed).toBe('3');
  });
});
