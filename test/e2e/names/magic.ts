import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { init, push, reference } from './payments.ts';
import { ROOT } from './service.ts';
import type { Shop, Stage } from './stage.ts';

/** Those phones and amounts that leave different records behind; the first digit tells a phone. */
const PLAYED = [
  ...[
    '910000000',
    '910000001',
    '910000003',
    '910000004',
    '910000008',
    '910000009',
    '910000014',
    '910000015',
    '910000016',
  ],
  ...['910000018', '910000022', '772.08', '771.01', '771.02', '771.03', '771.05', '771.06'],
] as const;
export type Magic = (typeof PLAYED)[number];

export type Played = Record<Magic, string>;

/** A payment for each, one after the other: side by side each costs a cold start. Answers the transactions' ids. */
export async function playMagic(stage: Stage, shop: Shop): Promise<Played> {
  const ids: Partial<Played> = {};
  for (const magic of PLAYED) {
    const isPhone = magic.startsWith('9');
    const id = await init(stage, shop, isPhone ? 10.5 : Number(magic), magic);
    const isReference = magic.startsWith('771');
    const { status } = isReference
      ? await reference(stage, shop, id)
      : await push(stage, shop, id, isPhone ? magic : '910000002');
    stage.met.add('played magic', { [magic]: status });
    ids[magic] = id;
  }
  return ids as Played;
}

/** All of them, as the simulator's document lists them. */
export function readMagic({ met }: Stage): void {
  const document = readFileSync(join(ROOT, 'docs', 'simulator.md'), 'utf8');
  met.names('magic phones', document.match(/\b9100000\d\d\b/g) ?? []);
  met.names('magic amounts', document.match(/\b77[123]\.\d\d\b/g) ?? []);
}
