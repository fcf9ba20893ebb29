import { startLocalService } from '../../../lib/startup/local-service.ts';

// What `npm start` hosts, in a process that can be killed: nothing is shown, no function is loaded before its first call.

const [dir = '', port = ''] = process.argv.slice(2);
const { host, outputs } = await startLocalService({
  ...{ dir, port: Number(port) },
  onLog: () => undefined,
  onLost: () => process.exit(1),
});
process.on('message', async (byMs: number) => process.send?.(await host.advance(byMs)));
process.send?.({ clientEnvironment: host.clientEnvironment, outputs });
