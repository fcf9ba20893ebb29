import { test as base } from 'vitest';
import { type HostedService, startHostedService } from './hosted-service.ts';

/** The worker's service, for tests by `hostedTest`. */
export let hosted: HostedService;

/** For each `test` that extends `hostedTest` Vitest starts its fixtures anew. */
let started: Promise<HostedService> | undefined;

/**
 * One service for all test files of a worker. Each test uses its own merchants and addresses and restores what it
 * changes. The clock may be ahead of the machine's (`host.nowMs()`), and other merchants have transactions too.
 */
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
export const hostedTest = base.extend('hosted', { scope: 'worker', auto: true }, async ({}, { onCleanup }) => {
  started ??= startLoaded();
  hosted = await started;
  onCleanup(() => stopOnce());
  return hosted;
});

async function startLoaded(): Promise<HostedService> {
  const service = await startHostedService();
  await service.load();
  return service;
}

async function stopOnce(): Promise<void> {
  const service = started;
  started = undefined;
  await (await service)?.stop();
}
