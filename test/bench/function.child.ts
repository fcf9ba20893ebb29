import { pathToFileURL } from 'node:url';

/*
 * One execution environment of a deployed function in a separate process, so that its processor time is the function's
 * alone. `node function.child.ts BUNDLE REMAINING_MS`: the context's `getRemainingTimeInMillis` counts down from
 * REMAINING_MS in each invocation. A message with an event is handled and answered with the handler's answer and
 * duration. Any other message is answered with the processor time so far, in microseconds.
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
