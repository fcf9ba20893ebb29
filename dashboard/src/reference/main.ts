import 'swagger-ui-dist/swagger-ui.css';
import './reference.css';
import SwaggerUI from 'swagger-ui-dist/swagger-ui-es-bundle.js';
import { codeSamples } from './code-samples.ts';

/**
 * The reference page: the stage's OpenAPI document. Nothing is sent from it: API keys never belong in a browser, and
 * the API allows no other origin (decision D17).
 */
const domNode = document.querySelector<HTMLElement>('#reference');
if (!domNode) throw new Error('index.html has no #reference');

const dark = matchMedia('(prefers-color-scheme: dark)');
const applyTheme = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', applyTheme);
applyTheme();

try {
  SwaggerUI({
    domNode,
    spec: await loadDocument(),
    plugins: [codeSamples],
    supportedSubmitMethods: [],
    deepLinking: true,
    defaultModelsExpandDepth: -1,
    docExpansion: 'list',
  });
} catch (error) {
  domNode.textContent = `The reference could not be loaded (${String(error)}). Reload the page.`;
}

async function loadDocument(): Promise<object> {
  const response = await fetch('openapi.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`openapi.json: ${response.status}`);
  return response.json();
}
