import { isReading } from '../../../functions/dashboard/reading.ts';

/** The arguments of `fetch`. `path` is below the API's root. */
export interface ApiRequest {
  method: string;
  path: string;
  body?: string;
}

/**
 * The request of a route such as `GET /me/transactions/{transactionId}`: names in braces are filled from the input, the
 * rest goes in the query of a GET and in the JSON body of any other method. Fields that are undefined are left out.
 */
export function requestOf(route: string, input: Record<string, unknown>): ApiRequest {
  const [method = '', template = ''] = route.split(' ');
  const rest = new Map(Object.entries(input).filter(([, value]) => value !== undefined));
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name);
    if (value === undefined) throw new Error(`${route} needs ${name}`);
    rest.delete(name);
    return encodeURIComponent(String(value));
  });
  if (method !== 'GET') return { method, path, body: JSON.stringify(Object.fromEntries(rest)) };
  const query = new URLSearchParams(
    [...rest].map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  return { method, path: query === '' ? path : `${path}?${query}` };
}

/** Whether a call changes nothing, so that it may be made again when the network fails. */
export function isRead(route: string, input: object = {}): boolean {
  return isReading(route) || ('dryRun' in input && input.dryRun === true);
}
