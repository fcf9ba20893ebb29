// The distribution runs this for each request that is not for the API (CloudFront Functions, runtime 2.0: plain
// JavaScript with no imports, exports, destructuring or shorthand properties). Every path below `/dashboard/` that is no file is served the page,
// `index.html`, and one of the documents that does not exist a page that leads to them: S3 would answer XML.

/** The files below `/dashboard/`, other than those in `assets`: from the built page, at synth. */
const FILES = ['FILES'];

function notFound(contentType, text) {
  return {
    statusCode: 404,
    statusDescription: 'Not Found',
    headers: { 'content-type': { value: contentType }, 'cache-control': { value: 'no-cache' } },
    body: text,
  };
}

function lostDocument(path) {
  const isPortuguese = path.startsWith('/dashboard/docs/merchants/pt/');
  const language = isPortuguese ? 'pt' : 'en';
  const title = isPortuguese ? 'Página não encontrada' : 'Page not found';
  const what = isPortuguese ? 'Não há nenhum documento neste endereço.' : 'There is no document at this address.';
  const documents = isPortuguese ? 'Referência da API e guias' : 'API reference and guides';
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><link rel="stylesheet" href="/dashboard/docs/document.css">`;
  const main = `<main class="document"><h1>${title}</h1><p>${what} <a href="/dashboard/docs/">${documents}</a></p></main>`;
  const page = `<!doctype html><html lang="${language}"><head>${head}</head><body>${main}</body></html>\n`;
  return notFound('text/html; charset=utf-8', page);
}

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
    return notFound('text/plain; charset=utf-8', 'Not found. The dashboard is at /dashboard/.\n');
  }
  if (path === '/dashboard/docs/') request.uri = '/dashboard/docs/index.html';
  else if (!path.startsWith('/dashboard/assets/') && !FILES.includes(path.slice('/dashboard/'.length))) {
    if (path.startsWith('/dashboard/docs/')) return lostDocument(path);
    request.uri = '/dashboard/index.html';
  }
  return request;
}
