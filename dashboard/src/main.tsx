import 'normalize.css';
import '@fontsource/open-sans/latin-400.css';
import '@fontsource/open-sans/latin-700.css';
import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadConfig } from './app/config.ts';
import { applyKeptTheme } from './app/theme.ts';
import { COMMON_TEXT } from './i18n/common-text.ts';
import { firstLanguage } from './i18n/language.ts';
import { createSession } from './session/oidc.ts';

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
