import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { useEffect, useState } from 'react';

export const THEMES = ['system', 'light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];

const KEPT_AS = 'dashboard.theme';
const DARK = '(prefers-color-scheme: dark)';

/** Before the first thing is drawn; and again whenever the machine changes, which `system` follows. */
export function applyStoredTheme(): void {
  apply(storedTheme());
  matchMedia(DARK).addEventListener('change', () => apply(storedTheme()));
}

/** The chosen theme, kept in this browser. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState(storedTheme);
  useEffect(() => apply(theme), [theme]);
  const choose = (chosen: Theme) => {
    localStorage.setItem(KEPT_AS, chosen);
    setTheme(chosen);
  };
  return [theme, choose];
}

function storedTheme(): Theme {
  const kept = localStorage.getItem(KEPT_AS);
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

function apply(theme: Theme): void {
  const isDark = theme === 'dark' || (theme === 'system' && matchMedia(DARK).matches);
  applyMode(isDark ? Mode.Dark : Mode.Light);
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
}
