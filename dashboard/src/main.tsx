import 'normalize.css';
import '@fontsource/open-sans/latin-400.css';
import '@fontsource/open-sans/latin-700.css';
import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadConfig } from './app/config.ts';
import { followSystemTheme } from './app/theme.ts';
import { firstLanguage } from './i18n/language.ts';
import { LANGUAGES } from './i18n/languages.ts';
import { createSession } from './session/oidc.ts';

followSystemTheme();
const root = document.getElementById('app');
if (!root) throw new Error('the page has no place for the dashboard');

// Shown where not even the texts of a language can be loaded.
const START_FAILED = 'The dashboard could not be started. Check your connection and reload the page.';

try {
  const config = await loadConfig();
  createRoot(root).render(<App config={config} session={createSession(config)} />);
} catch {
  // Not awaited: the chunk of a language may need this module, which must have ended by then.
  void startFailedText().then((text) => root.append(text));
}

async function startFailedText(): Promise<string> {
  try {
    const { catalogue } = await LANGUAGES[firstLanguage()].load();
    return `${catalogue.common.startFailed}. ${catalogue.common.startFailedWhy}`;
  } catch {
    return START_FAILED;
  }
}
