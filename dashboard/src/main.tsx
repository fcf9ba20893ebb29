import 'normalize.css';
import '@fontsource/open-sans/latin-400.css';
import '@fontsource/open-sans/latin-700.css';
import './style.css';
import { createRoot } from 'react-dom/client';
import { App } from './app/app.tsx';
import { loadConfig } from './app/config.ts';
import { followSystemTheme } from './app/theme.ts';
import { firstLanguage } from './i18n/language.ts';
import { commonWords } from './i18n/shared-words.ts';
import { textsIn } from './i18n/words.ts';
import { createSession } from './session/oidc.ts';

followSystemTheme();
const root = document.getElementById('app');
if (!root) throw new Error('the page has no place for the dashboard');

try {
  const config = await loadConfig();
  createRoot(root).render(<App config={config} session={createSession(config)} />);
} catch {
  const { startFailed, startFailedWhy } = textsIn(commonWords, firstLanguage());
  root.append(`${startFailed}. ${startFailedWhy}`);
}
