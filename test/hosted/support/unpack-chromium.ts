import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inflate } from '@sparticuz/chromium';

/**
 * `TMPDIR=<folder> node … unpack-chromium.ts`: unpacks Chromium, its fonts and the libraries that a bare machine
 * lacks into that folder. A process of its own, since the package unpacks to this process's folder of temporary
 * files.
 */
const packed = fileURLToPath(new URL('../bin', import.meta.resolve('@sparticuz/chromium')));
await Promise.all(['chromium.br', 'al2023.tar.br', 'fonts.tar.br'].map((file) => inflate(join(packed, file))));
