import { test as base } from 'vitest';
import { type ScriptedIfthenpay, startScriptedIfthenpay } from './banks/scripted-ifthenpay.ts';
import { type ScriptedSibs, startScriptedSibs } from './banks/scripted-sibs.ts';

/** For tests of an adapter: the current file's server, without recorded calls at the start of each test. */
export let sibs: ScriptedSibs;
export let provider: ScriptedIfthenpay;

const scriptedTest = <Scripted extends { seen: unknown[]; close(): Promise<void> }>(start: () => Promise<Scripted>) =>
  base
    // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from the pattern which fixtures this one needs.
    .extend('server', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
      const server = await start();
      onCleanup(() => server.close());
      return server;
    })
    .extend('begun', { auto: true }, async ({ server }) => {
      server.seen.length = 0;
    });

export const sibsTest = scriptedTest(async () => {
  sibs = await startScriptedSibs();
  return sibs;
});
export const ifthenpayTest = scriptedTest(async () => {
  provider = await startScriptedIfthenpay();
  return provider;
});
