import { pathToFileURL } from 'node:url';

/*
 * One execution environment of a deployed function in a process of its own, so that its processor time is the function's
 * and nobody else's. `node function.child.ts BUNDLE REMAINING_MS`, the latter is what the context answers to
 * `getRemainingTimeInMillis` at the start of each invocation. Messages: an event to handle, answered with what the handler
 * answered and how long it took; any other is answered with the microseconds of processor time used so far.
 */

const [bundle = '', remainingMs = ''] = process.argv.slice(2);
const { handler } = (await import(pathToFileURL(bundle).href)) as {
  handler(event: unknown, context: unknown): Promise<unknown>;
};

process.on('message', async (message: { event?: unknown }) => {
  if ('event' in message) {
    const startedAt = performance.now();
    const tookMs = () => performance.now() - startedAt;
    const context = { getRemainingTimeInMillis: () => Number(remainingMs) - tookMs() };
    const answer = await handler(message.event, context);
    process.send?.({ answer: answer ?? null, tookMs: tookMs() });
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
