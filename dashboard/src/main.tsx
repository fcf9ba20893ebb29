import 'normalize.css';
import '@fontsource/open-sans/latin-400.css';
import '@fontsource/open-sans/latin-700.css';
import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { loadConfig } from './config.ts';
import { createSession } from './session/oidc.ts';
import { applyKeptTheme } from './shell/theme.ts';
import { COMMON_TEXT } from './text/common-text.ts';
import { firstLanguage } from './text/language.ts';

applyKeptTheme();
const place = document.getElementById('app');
if (!place) throw new Error('the page has no place for the dashboard');

try {
  const config = await loadConfig();
  createRoot(place).render(<App config={config} session={createSession(config)} />);
} catch {
  // Nothing else may be there yet, the components least of all.
  const text = COMMON_TEXT[firstLanguage()];
  place.append(`${text.startFailed}. ${text.startFailedWhy}`);
}
