import { applyMode, Mode } from '@cloudscape-design/global-styles';

/** Call it before the first render. The page is light or dark as the system is, also when that changes. */
export function followSystemTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => applyMode(dark.matches ? Mode.Dark : Mode.Light);
  dark.addEventListener('change', apply);
  apply();
}
