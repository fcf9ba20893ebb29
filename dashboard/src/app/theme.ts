import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { useEffect, useState } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const STORAGE_KEY = 'dashboard.theme';
const DARK = '(prefers-color-scheme: dark)';

/** Call it before the first render. It applies the theme again when the system's changes, which `system` follows. */
export function applyStoredTheme(): void {
  apply(storedTheme());
  matchMedia(DARK).addEventListener('change', () => apply(storedTheme()));
}

/** The chosen theme, stored in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => apply(theme), [theme]);
  const choose = (chosen: Theme) => {
    localStorage.setItem(STORAGE_KEY, chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}

function storedTheme(): Theme {
  const stored = localStorage.getItem(STORAGE_KEY);
  return THEMES.find((theme) => theme === stored) ?? 'system';
}

function apply(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches);
  applyMode(isDark ? Mode.Dark : Mode.Light);
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
}
