import { spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { blocksOf, readDocument } from '../documents/blocks.ts';
import type { Launch } from './receiver-process.ts';

/** Receiver code shown to merchants. */
export interface ShownCode {
  where: string;
  language: 'Node' | 'PHP';
  code: string;
}

const GUIDE = 'docs/merchants/receive-webhooks.md';
const LANGUAGES: Record<string, ShownCode['language']> = { 'receiver.mjs': 'Node', 'receiver.php': 'PHP' };

/** The receivers of the merchants' guide. */
export const DOCUMENTED: readonly ShownCode[] = blocksOf(readDocument(GUIDE)).flatMap(({ file = '', code }) => {
  const language = LANGUAGES[file];
  return language ? [{ where: `${language} in ${GUIDE}`, language, code }] : [];
});

/** Whether code for PHP is left out, because this machine has none. CI installs it. */
export const isWithoutPhp = !process.env.CI && spawnSync('php', ['--version']).status !== 0;

/** Writes the code unchanged into an empty folder. */
export function launchOf({ language, code }: ShownCode, dir: string): Launch {
  if (language === 'PHP') {
    writeFileSync(join(dir, 'receiver.php'), code);
    // As without a php.ini: an error that is displayed is answered with 200, unless the code says otherwise.
    return { command: 'php', args: (port) => ['-n', '-S', `127.0.0.1:${port}`, 'receiver.php'] };
  }
  symlinkSync(resolve('node_modules'), join(dir, 'node_modules'));
  writeFileSync(join(dir, 'receiver.mjs'), code);
  return { command: process.execPath, args: () => ['receiver.mjs'] };
}
