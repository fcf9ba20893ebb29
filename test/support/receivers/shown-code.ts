import { receiver } from '../../../dashboard/src/i18n/en/webhook.ts';
import { RECEIVERS } from '../../../dashboard/src/settings/webhook/receivers.ts';
import { blocksOf, readDocument } from '../documents/blocks.ts';
import { aspNet, express, flask, java, node, php, python, type Toolchain } from './toolchains.ts';

/** Receiver code shown to merchants, and the toolchain to run it. */
export interface ShownCode {
  where: string;
  code: string;
  toolchain: Toolchain;
}

const ON_THE_PAGE: Record<string, Toolchain> = { node: express, python: flask, php, csharp: aspNet, java };

const onThePage = RECEIVERS.map(({ id, name, code }): ShownCode => {
  const toolchain = ON_THE_PAGE[id];
  if (!toolchain) throw new Error(`No toolchain for ${name}: add one in this file.`);
  const comments = { hint: 'whsec_…abcd', afterwards: receiver.afterwards };
  return { where: `${name} on the dashboard`, code: code(comments), toolchain };
});

const IN_THE_GUIDE: Record<string, { name: string; toolchain: Toolchain }> = {
  'receiver.mjs': { name: 'Node', toolchain: node },
  'receiver.php': { name: 'PHP', toolchain: php },
  'receiver.py': { name: 'Python', toolchain: python },
};

const GUIDE = 'docs/merchants/receive-webhooks.md';

/** The receivers of the merchants' guide. */
export const DOCUMENTED: readonly ShownCode[] = blocksOf(readDocument(GUIDE)).flatMap(({ file = '', code }) => {
  const { name, toolchain } = IN_THE_GUIDE[file] ?? {};
  return name && toolchain ? [{ where: `${name} in ${GUIDE}`, code, toolchain }] : [];
});

export const SHOWN: readonly ShownCode[] = [...onThePage, ...DOCUMENTED];
