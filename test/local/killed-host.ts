/**
 * A host in a process of its own, to be killed: `killed-host.ts ASSEMBLY DATA_DIR FOLDER`. Says where it listens, as one
 * line of JSON.
 */
import { startHost } from '../../lib/local/host.ts';

const [assemblyDir = '', dataDir = '', folder = ''] = process.argv.slice(2);
const host = await startHost({
  assemblyDir,
  dataDir,
  port: 0,
  environment: { FOLDER: folder },
  onLog: () => undefined,
});
const { port, endpoints, resources } = host;
console.log(JSON.stringify({ port, endpoints, resources }));
