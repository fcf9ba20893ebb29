import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The machine's properties that the choice depends on. */
export interface TableMachine {
  platform: string;
  arch: string;
  /** `DYNAMODB_ENDPOINT` */
  endpoint: string | undefined;
  /** The folder of an installed package; undefined when it is not installed. */
  packageDir(name: string): string | undefined;
}

/** A DynamoDB that is running, or the program to start. */
export type TableSource = { kind: 'endpoint'; endpoint: string } | { kind: 'program'; path: string };

const LOCAL = 'docker run --rm -p 8000:8000 amazon/dynamodb-local -jar DynamoDBLocal.jar -inMemory -sharedDb';

/**
 * The DynamoDB to use: the address in `DYNAMODB_ENDPOINT`, else the program of the package for this platform. With
 * neither it throws an error that says what to do. The program needs a shell script, so Windows supports only the
 * address; WSL is Linux.
 */
export function tableSource({ platform, arch, endpoint, packageDir }: TableMachine): TableSource {
  if (endpoint) return { kind: 'endpoint', endpoint };
  const folder = platform === 'win32' ? undefined : packageDir(`@dynoxide/${platform}-${arch}`);
  if (folder) return { kind: 'program', path: join(folder, 'dynoxide') };
  const way = `start DynamoDB Local (${LOCAL}) and set DYNAMODB_ENDPOINT=http://localhost:8000`;
  const onWindows = platform === 'win32' ? 'run the service in WSL, or ' : '';
  throw new Error(`There is no embedded DynamoDB for ${platform}-${arch}: ${onWindows}${way}.`);
}

/**
 * Finds the folder of an installed package in the `node_modules` folders above, as Node's resolver does. The resolver
 * itself cannot find the engine's package, which contains a binary without `exports`. Undefined when it is not
 * installed.
 */
export function packageDir(name: string): string | undefined {
  for (let folder = import.meta.dirname; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return candidate;
    if (folder === dirname(folder)) return undefined;
  }
}
