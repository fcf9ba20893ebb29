import type { Page, Request, Route } from 'playwright-core';
import { isRead } from '../../../dashboard/src/api/request.ts';
import { PATIENCE_MS } from './person.ts';
import { routeOn } from './route.ts';

/** A call as the page makes it: method, path below the API, body. */
export type Call = string;

const API = '/dashboard/api';
const QUIET_MS = 80;

export type Network = Awaited<ReturnType<typeof networkOf>>;

/** Between the page and the API: what the page reads there, and which of it fails or stays silent; at first nothing. */
export async function networkOf(page: Page) {
  let fault: 500 | 'silence' = 500;
  let isFailing = (_: Call): boolean => false;
  const seen: Call[] = [];
  // Parts of a page, such as a chart, have code of their own, which comes after their data.
  const open = new Set<Request>();
  const silent: Route[] = [];
  const answer = async (route: Route): Promise<void> => {
    if (!isFailing(callOf(route.request()))) return route.continue();
    if (fault === 'silence') return void silent.push(route);
    await route.fulfill({ status: fault, json: { error: 'for no eyes: 0' } });
  };
  const begin = (request: Request) => {
    open.add(request);
    if (request.url().includes(`${API}/`)) seen.push(callOf(request));
  };
  const end = (request: Request) => void open.delete(request);
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await routeOn(page, `**${API}/**`, answer);
  return {
    /** The reads so far, each once. */
    reads: (): Call[] => [...new Set(seen)].filter(isReading),
    /** From now on; calls that were left without an answer are answered so. */
    fail: (which: (call: Call) => boolean, how: typeof fault = 500): void => {
      isFailing = which;
      fault = how;
      // Those of a page that was left meanwhile are gone.
      for (const route of silent.splice(0)) void answer(route).catch(() => undefined);
    },
    /** Resolves when nothing is under way and nothing follows. */
    settled: async (): Promise<void> => {
      const untilMs = Date.now() + PATIENCE_MS;
      for (let before = -1; before !== seen.length || open.size > silent.length; ) {
        if (Date.now() > untilMs) throw new Error(`under way: ${[...open].map((request) => request.url()).join(' ')}`);
        before = seen.length;
        await page.waitForTimeout(QUIET_MS);
      }
    },
    /** Leaves the page as it was. */
    end: async (): Promise<void> => {
      page.off('request', begin).off('requestfinished', end).off('requestfailed', end);
      await page.unroute(`**${API}/**`);
    },
  };
}

function isReading(call: Call): boolean {
  const [method = '', path = '', ...body] = call.split(' ');
  return isRead(`${method} ${path.split('?')[0]}`, body.length > 0 ? JSON.parse(body.join(' ')) : {});
}

function callOf(request: Request): Call {
  const { pathname, search } = new URL(request.url());
  return [request.method(), pathname.slice(pathname.indexOf(API) + API.length) + search, request.postData() ?? '']
    .join(' ')
    .trim();
}
