import { request } from 'node:http';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { SOURCE_HEADER } from '../../../lib/local/api/request.ts';
import { fromAddress } from '../../support/network/source-address.ts';
import { ECHO, lambda, restApi, type Started, start, writeAssembly } from '../fixture.ts';

const NASTY = `export const handler = async (event) => {
  const how = event.queryStringParameters.how;
  if (how === 'throw') throw new TypeError('boom');
  if (how === 'exit') process.exit(3);
  if (how === 'late') setImmediate(() => { throw new Error('uncaught'); });
  if (how === 'late' || how === 'hang') return new Promise(() => {});
  if (how === 'loop') for (;;) {}
  if (how === 'text') return 'text';
  if (how === 'nothing') return undefined;
  if (how === 'object-body') return { statusCode: 200, body: {} };
  if (how === 'extra-key') return { statusCode: 200, status: 'x' };
  if (how === 'no-status') return { body: '' };
  if (how === 'cookies') return { statusCode: 200, multiValueHeaders: { 'Set-Cookie': ['a=1', 'b=2'] } };
  console.log('a line');
  console.error('an error line');
  const { GREETING, HOME, AWS_REGION } = process.env;
  return { statusCode: 200, body: String(GREETING) + ',' + HOME + ',' + AWS_REGION };
};`;

let started: Started;
beforeAll(async () => {
  const resources = {
    Echo: lambda('echo'),
    Nasty: lambda('nasty', { Timeout: 1, Environment: { Variables: { GREETING: 'hello' } } }),
    Broken: lambda('broken'),
    ...restApi({
      'POST /v1/echo': { function: 'Echo' },
      'GET /v1/echo': { function: 'Echo' },
      'GET /v1/items/{item}': { function: 'Echo' },
      'GET /v1/items/exact': { function: 'Nasty' },
      'ANY /v1/{proxy+}': { function: 'Echo' },
      'GET /nasty': { function: 'Nasty' },
      'GET /broken': { function: 'Broken' },
    }),
  };
  const assembly = writeAssembly(
    { Stack: { resources } },
    { echo: ECHO, nasty: NASTY, broken: 'throw new Error("at load")' },
  );
  started = await start(assembly, { environment: { LOCAL: 'yes' } });
});
afterAll(() => started.host.stop());

interface RawAnswer {
  status: number;
  headers: string[];
  body: string;
}

/** A request with exactly these header lines, from this local address. */
function raw(method: string, path: string, headers: string[], address?: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: started.host.port, method, path, ...fromAddress(address), agent: false },
      (response) => {
        let body = '';
        response.on('data', (chunk) => {
          body += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.rawHeaders, body }));
      },
    );
    sent.on('error', reject);
    for (let index = 0; index < headers.length; index += 2)
      sent.appendHeader(headers[index] ?? '', headers[index + 1] ?? '');
    sent.end();
  });
}

async function echo(path: string, init?: RequestInit): Promise<APIGatewayProxyEvent> {
  return (await started.get(path, init)).json() as Promise<APIGatewayProxyEvent>;
}

describe('the event of a proxy integration', () => {
  test('keeps header case, lists repeated headers, and names the caller by its address', async () => {
    const answer = await raw('GET', '/api/v1/echo', ['X-CaSe', 'one', 'x-twice', 'a', 'x-twice', 'b'], '127.0.0.2');
    const event = JSON.parse(answer.body) as APIGatewayProxyEvent;
    expect(event.headers['X-CaSe']).toBe('one');
    expect(event.multiValueHeaders['x-twice']).toEqual(['a', 'b']);
    expect(event.headers['x-twice']).toBe('b');
    expect(event.requestContext.identity.sourceIp).toBe('127.0.0.2');
  });

  test('has the source address of the host’s own header, which is not passed on', async () => {
    const event = await echo('/api/v1/echo', { headers: { [SOURCE_HEADER]: '127.0.0.3' } });
    expect(event.requestContext.identity.sourceIp).toBe('127.0.0.3');
    expect(Object.keys(event.headers).map((name) => name.toLowerCase())).not.toContain(SOURCE_HEADER);
  });

  test('has null for missing values, and the path with and without the stage', async () => {
    const event = await echo('/api/v1/echo');
    expect(event).toMatchObject({
      resource: '/v1/echo',
      path: '/v1/echo',
      httpMethod: 'GET',
      queryStringParameters: null,
      multiValueQueryStringParameters: null,
      pathParameters: null,
      stageVariables: null,
      body: null,
      isBase64Encoded: false,
    });
    expect(event.requestContext).toMatchObject({
      path: '/api/v1/echo',
      stage: 'api',
      resourcePath: '/v1/echo',
      httpMethod: 'GET',
    });
    expect(event.requestContext.authorizer).toBeUndefined();
  });

  test('decodes the query and keeps the last of repeated parameters beside the list', async () => {
    const event = await echo('/api/v1/echo?a=1&a=%C3%A9+b&__proto__=x');
    expect(event.queryStringParameters?.a).toBe('é b');
    expect(event.multiValueQueryStringParameters?.a).toEqual(['1', 'é b']);
  });

  test('has the body unchanged', async () => {
    expect((await echo('/api/v1/echo', { method: 'POST', body: '{"a": 1}\n' })).body).toBe('{"a": 1}\n');
  });
});

describe('routes', () => {
  test.each([
    ['GET', '/api/v1/items/7', '/v1/items/{item}', { item: '7' }],
    ['GET', '/api/v1/items/a%20b', '/v1/items/{item}', { item: 'a b' }],
    ['GET', '/api/v1/items/7/more', '/v1/{proxy+}', { proxy: 'items/7/more' }],
    ['GET', '/api/v1/echo/', '/v1/{proxy+}', { proxy: 'echo/' }],
    ['DELETE', '/api/v1/what/ever', '/v1/{proxy+}', { proxy: 'what/ever' }],
  ])('%s %s goes to %s', async (method, path, resource, pathParameters) => {
    expect(await echo(path, { method })).toMatchObject({ resource, pathParameters });
  });

  test('an exact part has priority over a parameter', async () => {
    expect((await started.get('/api/v1/items/exact?how=text')).status).toBe(502);
  });

  test.each(['/api/unknown', '/api', '/api/v1'])('%s has no method and is refused as on AWS', async (path) => {
    const answer = await started.get(path);
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({ message: 'Missing Authentication Token' });
  });

  test('a wrong method on an existing resource does not reach the proxy beside it', async () => {
    expect((await started.get('/api/v1/echo', { method: 'DELETE' })).status).toBe(403);
  });

  test('an unknown stage is 403', async () => {
    expect((await started.get('/other/v1/echo')).status).toBe(403);
  });

  test('a body above 10 MB is 413', async () => {
    const answer = await started.get('/api/v1/echo', { method: 'POST', body: 'x'.repeat(10 * 1024 * 1024 + 1) });
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({ message: 'Request Too Long' });
  });
});

describe('answers of functions', () => {
  test.each(['throw', 'exit', 'late', 'hang', 'text', 'nothing', 'object-body', 'extra-key', 'no-status', 'cookies'])(
    '%s is a 502 of the gateway, and the next call works again',
    async (how) => {
      const answer = await started.get(`/api/nasty?how=${how}`);
      expect(answer.status).toBe(502);
      expect(await answer.json()).toEqual({ message: 'Internal server error' });
      expect((await started.get('/api/nasty?how=well')).status).toBe(200);
    },
  );

  test('a function that fails to load is a 502', async () => {
    expect((await started.get('/api/broken')).status).toBe(502);
  });

  test('a function has only its own environment', async () => {
    expect(await (await started.get('/api/nasty?how=well')).text()).toBe('hello,undefined,eu-west-1');
  });

  test('a function’s output and the gateway’s calls are logged', async () => {
    await started.get('/api/nasty?how=well');
    expect(started.log).toContainEqual(expect.objectContaining({ kind: 'function', line: 'a line' }));
    expect(started.log).toContainEqual(
      expect.objectContaining({ kind: 'function', line: 'an error line', level: 'error' }),
    );
    expect(started.log).toContainEqual(
      expect.objectContaining({ kind: 'call', method: 'GET', path: '/api/nasty', status: 200 }),
    );
  });
});

describe('direct calls', () => {
  test('return the function’s result, and reject when it fails', async () => {
    const name = started.host.resources.Stack?.Echo ?? '';
    await expect(started.host.invoke(name, { a: 1 })).resolves.toEqual({ statusCode: 200, body: '{"a":1}' });
    const nasty = started.host.resources.Stack?.Nasty ?? '';
    await expect(started.host.invoke(nasty, { queryStringParameters: { how: 'throw' } })).rejects.toThrow(
      'TypeError: boom',
    );
    await expect(started.host.invoke(nasty, { queryStringParameters: { how: 'loop' } })).rejects.toThrow(
      'Task timed out after 1.00 seconds',
    );
  });
});
