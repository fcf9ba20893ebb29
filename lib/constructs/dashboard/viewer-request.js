// The distribution runs this for each request that is not for the API (CloudFront Functions, runtime 2.0: plain
// JavaScript with no imports and no exports). Every path without a file extension is served the page, `index.html`, and
// `/dashboard/docs/` the API reference.

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls the function of this name.
function handler(event) {
  const request = event.request;
  const path = request.uri;
  const moved = {
    '/': '/dashboard/',
    '/dashboard': '/dashboard/',
    '/dashboard/docs': '/dashboard/docs/',
    '/llms.txt': '/dashboard/docs/llms.txt',
  }[path];
  if (moved) {
    return {
      statusCode: 302,
      statusDescription: 'Found',
      headers: { location: { value: moved }, 'cache-control': { value: 'no-cache' } },
    };
  }
  if (!path.startsWith('/dashboard/')) {
    return {
      statusCode: 404,
      statusDescription: 'Not Found',
      headers: { 'content-type': { value: 'text/plain; charset=utf-8' }, 'cache-control': { value: 'no-cache' } },
      body: 'Not found. The dashboard is at /dashboard/.\n',
    };
  }
  if (path === '/dashboard/docs/') request.uri = '/dashboard/docs/index.html';
  else if (!/\.[A-Za-z0-9]+$/.test(path)) request.uri = '/dashboard/index.html';
  return request;
}
