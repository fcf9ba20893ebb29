import type { Page, Request, Route } from 'playwright-core';
import { isRead } from '../../../dashboard/src/api/request.ts';
import { PATIENCE_MS } from './person.ts';
import { routeOn } from './route.ts';

/** A call as the page makes it: method, path below the API, body. */
export type Call = string;
export type Fault = 500 | 404 | 'network';

const API = '/dashboard/api';

export type Network = Awaited<ReturnType<typeof networkOf>>;

/** Between the page and the API: what the page calls, and which of it fails; at first nothing. */
export async function networkOf(page: Page) {
  let fault: Fault | 'silence' = 500;
  let isFailing = (_: Call): boolean => false;
  const seen: Call[] = [];
  // Parts of a page, such as a chart, have code of their own, which comes after their data.
  const open = new Set<Request>();
  const silent: Route[] = [];
  const answered: Request[] = [];
  const known = new Map<Call, Buffer>();
  const answer = async (route: Route): Promise<void> => {
    const call = callOf(route.request());
    const isFailed = isFailing(call);
    if (isFailed && fault === 'silence') return void silent.push(route);
    if (isFailed && fault === 'network') return route.abort('internetdisconnected');
    if (isFailed) return route.fulfill({ status: fault as number, json: { error: 'for no eyes: 0' } });
    // Without its token a call is for the API to refuse.
    const well = route.request().headers().authorization ? known.get(call) : undefined;
    await (well ? route.fulfill({ contentType: 'application/json', body: well }) : route.continue());
  };
  const begin = (request: Request) => {
    open.add(request);
    if (request.url().includes(`${API}/`)) seen.push(callOf(request));
  };
  const end = (request: Request) => {
    open.delete(request);
    if (request.url().includes(`${API}/`)) answered.push(request);
  };
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end);
  await routeOn(page, `**${API}/**`, answer);
  return {
    seen,
    /**
     * Reads that were answered so far are answered the same from now on: it is the page that is on trial, not the API.
     */
    replay: async (): Promise<void> => {
      for (const request of answered.filter((each) => isRead(routeOf(callOf(each))))) {
        const response = await request.response();
        // Gone with the document that was there before.
        const body = response?.ok() ? await response.body().catch(() => undefined) : undefined;
        if (body) known.set(callOf(request), body);
      }
    },
    /** From now on; calls that were left without an answer are answered so. */
    fail: (which: (call: Call) => boolean, how: typeof fault): void => {
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

const QUIET_MS = 80;

function callOf(request: Request): Call {
  const { pathname, search } = new URL(request.url());
  return [request.method(), pathname.slice(pathname.indexOf(API) + API.length) + search, request.postData() ?? '']
    .join(' ')
    .trim();
}

export function routeOf(call: Call): string {
  return call.split(/[ ?]/, 2).join(' ');
}
