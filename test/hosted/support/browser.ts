import { type Browser, chromium } from 'playwright-core';
import { findChromium } from './chromium.ts';

// Nothing that would make the browser less strict with a page than a person's.
const FLAGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // No script here runs long enough for what V8 would spend on making it faster: a tenth of a page's processor time.
  '--js-flags=--no-opt --no-maglev --single-threaded-gc',
];

let opened: Promise<Browser> | undefined;

/** The worker's browser, with an empty profile; closing it removes the profile too. */
export function workersBrowser(): Promise<Browser> {
  opened ??= openBrowser();
  return opened;
}

async function openBrowser(): Promise<Browser> {
  const { executablePath, environment } = await findChromium();
  return chromium.launch({
    executablePath,
    args: FLAGS,
    // Its own sandbox cannot be had as root, which is who runs the tests on a build machine.
    chromiumSandbox: false,
    env: { ...process.env, ...environment },
  });
}
