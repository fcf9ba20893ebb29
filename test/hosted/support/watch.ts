import type { Page, Response } from 'playwright-core';

/**
 * What went wrong on a page behind what it shows: errors in the console, refusals of its security policy, failed
 * requests.
 */
export interface Watch {
  readonly problems: readonly string[];
  /** A problem that the test brings about: it counts no more, whether it was before or comes later. */
  expectProblem(problem: RegExp): void;
  /** Forgets what was and what was expected. */
  reset(): void;
}

export function watch(page: Page): Watch {
  const problems: string[] = [];
  const expected: RegExp[] = [];
  page.on('console', (message) => {
    // Failed requests are recorded in more detail below.
    if (message.type() !== 'error' || message.text().startsWith('Failed to load resource')) return;
    problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`thrown: ${error.stack ?? error.message}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(failed(response));
    // Where a test moves the clock a token can have ended before the page knows: it is renewed, and the call repeated.
    const renewed = problems.indexOf(failed(response, 401));
    if (response.status() < 400 && renewed >= 0) problems.splice(renewed, 1);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Calls that the page itself gave up, or that ended with the page.
    if (why !== 'net::ERR_ABORTED') problems.push(`${why} ${request.method()} ${pathOf(request.url())}`);
  });
  return {
    get problems() {
      return problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
    },
    expectProblem: (problem) => void expected.push(problem),
    reset: () => {
      problems.length = 0;
      expected.length = 0;
    },
  };
}

function failed(response: Response, status = response.status()): string {
  return `${status} ${response.request().method()} ${pathOf(response.url())}`;
}

function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
