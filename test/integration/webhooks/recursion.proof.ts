import { expect, test } from 'vitest';
import { deliver } from '../../../functions/webhooks/deliver/deliver.ts';
import type { DeliveryMessage } from '../../../functions/webhooks/delivery-queue.ts';
import {
  devTemplates,
  functionNamesById,
  idOf,
  type Part,
  synthesized,
  type Templates,
} from '../../infra/templates.ts';
import { dependenciesOf, eventOf, merchantAt } from '../../rig/deliveries.ts';
import { freshTest as deliveryTest } from '../../rig/queues.ts';
import { deliveryIn, putEvent, readMain } from '../../rig/stored-deliveries.ts';
import { RecursionModel } from '../../support/measures/recursion-model.ts';
import { httpsServer } from '../../support/network/webhook-servers.ts';

/**
 * Lambda stops an invocation whose chain has about 16 others. A chain is not one message's: in an outage old retries
 * and new ones share invocations, and a chain continues as long as the outage (`recursion-model.ts`). So the functions
 * that send to the queue that invokes them allow it, and their records bound the attempts.
 */

const PARTS: Part[] = ['data', 'service', 'simulator', 'dashboard'];

/** A function's settings as deployed: whether it may be part of a loop, and the batches of its queues. */
function deployed(part: Part, name: string) {
  const resources = devTemplates().resources(part);
  const [id] = [...functionNamesById(resources, 'dev')].find(([, each]) => each === name) ?? [];
  const properties = resources.find((resource) => resource.id === id)?.properties ?? {};
  const batches = resources
    .filter(({ type, properties: mapping }) => type.endsWith('EventSourceMapping') && idOf(mapping.FunctionName) === id)
    .map(({ properties: mapping }) => Number(mapping.BatchSize));
  return { isAllowed: properties.RecursiveLoop === 'Allow', batchSize: Math.max(...batches) };
}

deliveryTest('each webhook gets its four attempts, although retries share invocations', async ({ rig }) => {
  const server = await httpsServer((_request, response) => void response.writeHead(500).end());
  const merchant = merchantAt(server.origin);
  const time = { nowMs: Date.now() };
  const model = new RecursionModel<DeliveryMessage>(deployed('service', 'webhooks-deliver'));
  const { dependencies } = dependenciesOf(merchant, {
    clock: () => time.nowMs,
    sleep: async (ms) => {
      time.nowMs += ms;
    },
    retries: { send: async (message, delayMs) => model.send(message, time.nowMs + delayMs, 'retries') },
  });
  const events: DeliveryMessage[] = [];
  // One event each second: the last attempt of one is due with the third of a later one.
  for (let index = 0; index < 40; index += 1) {
    const message = await putEvent();
    events.push(message);
    model.send(message, time.nowMs + index * 1_000, 'deliveries');
  }
  while (model.nextMs < Number.POSITIVE_INFINITY) {
    time.nowMs = Math.max(time.nowMs, model.nextMs);
    await model.invokeNext(async (messages, queue) => {
      const batch = messages.map((message, index) => ({ MessageId: `m${index}`, Body: JSON.stringify(message) }));
      await deliver(eventOf(batch, queue === 'retries' ? 'retries' : 'deliveries'), rig.urls.retries, dependencies);
    });
  }
  await server.stop();
  const made = await Promise.all(
    events.map(async ({ transactionId, eventId }) => deliveryIn(await readMain(transactionId), eventId)?.done),
  );
  expect(made).toEqual(events.map(() => 4));
});

/** Functions on a loop: they send to a queue that invokes them, directly or through others. */
function onLoops(templates: Templates) {
  const resources = PARTS.filter((part) => templates.has(part)).flatMap((part) => templates.resources(part));
  const names = functionNamesById(resources, templates.stage);
  const invokedBy = new Map<string, string[]>();
  for (const { type, properties } of resources) {
    if (type !== 'AWS::Lambda::EventSourceMapping') continue;
    const source = idOf(properties.EventSourceArn) ?? '';
    invokedBy.set(source, [...(invokedBy.get(source) ?? []), idOf(properties.FunctionName) ?? '']);
  }
  const next = (id: string) => {
    const role = idOf(resources.find((each) => each.id === id)?.properties.Role);
    const statements = resources
      .filter(
        ({ type, properties: { Roles } }) => type === 'AWS::IAM::Policy' && JSON.stringify(Roles).includes(`"${role}"`),
      )
      .flatMap(({ properties }) => (properties.PolicyDocument as { Statement: unknown[] }).Statement)
      .filter((statement) => JSON.stringify(statement).includes('sqs:SendMessage'));
    const text = JSON.stringify(statements);
    return [...invokedBy].filter(([queue]) => text.includes(`"${queue}"`)).flatMap(([, consumers]) => consumers);
  };
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    next(from).some((id) => id === to || (!seen.has(id) && reaches(id, to, seen.add(id))));
  return [...names].map(([id, name]) => ({
    name,
    isOnLoop: reaches(id, id),
    setting: resources.find((each) => each.id === id)?.properties.RecursiveLoop,
  }));
}

test.each([
  ['dev', devTemplates(), ['payments-poll', 'simulator-control', 'webhooks-deliver']],
  ['prod', synthesized('prod'), ['webhooks-deliver']],
])('stage %s: a function may be part of a loop if and only if its record ends it', (_stage, templates, allowed) => {
  const functions = onLoops(templates);
  expect(
    functions
      .filter(({ isOnLoop }) => isOnLoop)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(allowed);
  for (const { name, isOnLoop, setting } of functions) expect(setting, name).toBe(isOnLoop ? 'Allow' : undefined);
});
