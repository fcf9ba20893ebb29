import { pathToFileURL } from 'node:url';

/*
 * One execution environment of the sweep in a process of its own. The message `sweep` has it run once, with the time that
 * a scheduled invocation has; the answer is how long it took and the processor time it used, its own start left out.
 */

const [bundle = '', timeoutMs = ''] = process.argv.slice(2);
const { handler } = (await import(pathToFileURL(bundle).href)) as {
  handler(event: unknown, context: unknown): Promise<unknown>;
};

process.on('message', async () => {
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await handler({}, { getRemainingTimeInMillis: () => Number(timeoutMs) - (performance.now() - startedAt) });
  const { user, system } = process.cpuUsage(before);
  process.send?.({ tookMs: performance.now() - startedAt, cpuUs: user + system });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
