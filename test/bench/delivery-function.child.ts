import { pathToFileURL } from 'node:url';

/*
 * One execution environment of a deployed function in a process of its own, so that its processor time is the function's
 * and nobody else's. Messages: an event to handle, or `cpu`, answered with the microseconds used so far.
 */

const [bundle = ''] = process.argv.slice(2);
const { handler } = (await import(pathToFileURL(bundle).href)) as {
  handler(event: unknown, context: unknown): Promise<unknown>;
};

// So near its end an invocation takes no messages but those it is handed, and each run does the same work.
const CONTEXT = { getRemainingTimeInMillis: () => 15_000 };

process.on('message', async (message: { event?: unknown }) => {
  if ('event' in message) {
    const answer = await handler(message.event, CONTEXT);
    process.send?.({ answer: answer ?? null });
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
