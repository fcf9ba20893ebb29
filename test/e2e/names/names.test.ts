import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Receiver, type Service, startReceiver, startService } from './service.ts';
import { Met, type Shape } from './shapes.ts';
import { playEverything } from './story.ts';

/**
 * Names and closed values that clients, scripts and stored data rely on, by surface; a change here is a change for
 * them. A surface with the names of another has that one's name.
 */
const folder = join(import.meta.dirname, 'listed');
const listed: Record<string, Shape | string> = Object.assign(
  {},
  ...readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8'))),
);

const met = new Met();
let receiver: Receiver;
let service: Service;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startService(receiver);
  await playEverything({ service, receiver, met });
}, 180_000);
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

test('what others rely on is met on the surfaces that are listed, and on no other', () => {
  expect(met.surfaces()).toEqual(Object.keys(listed).sort());
});

test.each(Object.keys(listed))('%s: the names that are listed, all of them and no other', (surface) => {
  const own = listed[surface] ?? {};
  const shape = typeof own === 'string' ? (listed[own] as Shape) : own;
  expect(met.shape(surface, shape)).toEqual(shape);
});
