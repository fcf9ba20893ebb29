import Input, { type InputProps } from '@cloudscape-design/components/input';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { useWords } from '../i18n/language.ts';
import { shellWords } from './words.ts';

/** Finds a transaction or money from any page: `transactions/search`. The one transaction that is meant opens. */
export function HeaderSearch() {
  const text = useWords(shellWords);
  const [, navigate] = useLocation();
  const [typed, setTyped] = useState('');
  const input = useRef<InputProps.Ref>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    setTyped('');
    navigate(`/search?${new URLSearchParams({ for: typed.trim() })}`, { state: { opensHit: true } });
  };
  return (
    <search aria-label={text.search}>
      <form onSubmit={submit}>
        <Input
          ref={input}
          type="search"
          value={typed}
          onChange={({ detail }) => setTyped(detail.value)}
          placeholder={text.searchFor}
          ariaLabel={text.search}
          autoComplete={false}
          spellcheck={false}
        />
      </form>
    </search>
  );
}

/** In a field or a window over the page, `/` is a character. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('input, textarea, select, [contenteditable], [role=dialog]') !== null
  );
}
