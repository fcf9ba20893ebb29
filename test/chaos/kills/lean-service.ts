import { startLocalService } from '../../../lib/startup/local-service.ts';

// The service of `npm start` in a process that can be killed, without output. Functions load on their first call.

const [dir = '', port = ''] = process.argv.slice(2);
const { host, outputs } = await startLocalService({
  ...{ dir, port: Number(port) },
  onLog: () => undefined,
  onLost: () => process.exit(1),
});
process.on('message', async (byMs: number) => process.send?.(await host.advance(byMs)));
process.send?.({ clientEnvironment: host.clientEnvironment, outputs });
