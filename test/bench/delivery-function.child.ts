import { pathToFileURL } from 'node:url';

/*
 * One execution environment of a deployed function in a process of its own, so that its processor time is the function's
 * and nobody else's. Messages: an event to handle, or `cpu`, answered with the microseconds used so far.
 */

const [bundle = ''] = process.argv.slice(2);
const { handler } = (await import(pathToFileURL(bundle).href)) as { handler(event: unknown): Promise<unknown> };

process.on('message', async (message: { event?: unknown }) => {
  if ('event' in message) {
    const answer = await handler(message.event);
    process.send?.({ answer: answer ?? null });
    return;
  }
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuUs: user + system });
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
