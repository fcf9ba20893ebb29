import { shellWords } from '../app/words.ts';
import { useWords } from '../i18n/language.ts';
import { CopyButton } from './copy-button.tsx';

/** Code to be copied. It scrolls horizontally, with the keyboard too. */
export function CodeBlock({ code, what }: { code: string; what: string }) {
  const text = useWords(shellWords);
  return (
    <div className="code-with-copy">
      <div className="code-copy">
        <CopyButton value={code} what={what} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse. */}
      <section className="code-block" tabIndex={0} aria-label={text.codeOf(what)}>
        <code>{code}</code>
      </section>
    </div>
  );
}
