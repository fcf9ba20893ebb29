import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { europeanPortuguese } from '../../dashboard/src/text/european-portuguese.ts';
import { wholePage } from '../../dashboard/whole-page.ts';
import { portugueseProblem } from '../../functions/dashboard/bank-file-problems.ts';
import { readBankFile } from '../../functions/reconciliation/bank-file.ts';

const BRAZILIAN =
  /\b(você|tela|usuári\w+|senhas?|arquivos?|guias?|baix(ar|e)|clique|cadastr\w+|delet\w+|contat\w+|registr(o|os|ar|e)|planej\w+|exib\w+|compartilh\w+|gerenci\w+|em uma?|digit(e|ar|ando))\b/i;
// At the beginning of a sentence or after `está`: what goes on now is `a carregar`, never `carregando`.
const GERUND_OF_NOW = /(^|["'`.:] ?|\best\S+ )(?!quando|segundo|comando)\w+(ando|endo|indo)\b/i;

const ROOT = join(import.meta.dirname, '..', '..');
const COMPONENTS = join(ROOT, 'node_modules', '@cloudscape-design', 'components');

describe('the Portuguese of the dashboard', () => {
  test("is Portugal's in the words of every component that the page has", async () => {
    const page = wholePage(join(ROOT, 'dashboard', 'src', 'main.tsx'), /[\\/]i18n[\\/]messages[\\/]/);
    const { components } = await page();
    const words = createRequire(import.meta.url)(join(COMPONENTS, 'i18n', 'messages', 'all.pt-BR.json'));
    const used = Object.entries(words['cloudscape-design-components']['pt-BR']).filter(([name]) =>
      components.has(name),
    );
    expect(used.length).toBeGreaterThan(10);
    const said = used.flatMap(([, messages]) => literalsOf(europeanPortuguese(messages)));
    expect(said.filter(isBrazilian)).toEqual([]);
  });

  test.each(['dashboard/src', 'functions'])("is Portugal's in the texts of %s", (folder) => {
    const said = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('european-portuguese.ts'))
      .flatMap((name) => readFileSync(join(ROOT, folder, name), 'utf8').split('\n'))
      .filter((line) => /[ãõçáéíóúâêô]/.test(line));
    expect(said.length).toBeGreaterThan(20);
    expect(said.filter(isBrazilian)).toEqual([]);
  });

  test('has every problem of a bank’s file', () => {
    const rows = ['x;1,00;b;payment', '2026-11-20;1.234;b;payment', '2026-11-20;1,00;b;gift', '2026-11-20;0;b;payment'];
    const files = ['', 'fee\n1,00\n', ['date;gross;bankId;kind', ...rows].join('\n')];
    const said = files.map((file) => problemsOf(file).map(portugueseProblem));
    expect(said).toEqual([
      ['o ficheiro está vazio'],
      [
        'falta a coluna datetime',
        'falta a coluna gross',
        'falta uma coluna que identifique o pagamento: bankId, merchantTransactionId ou reference',
      ],
      [
        'linha 2: não é uma data com hora: x',
        'linha 3: não é um valor com duas casas decimais no máximo: 1.234',
        'linha 4: o tipo tem de ser pagamento ou devolução: gift',
        'linha 5: o bruto tem de ser superior a zero: 0',
      ],
    ]);
  });
});

function problemsOf(file: string): string[] {
  const read = readBankFile(file, () => null);
  return read.ok ? [] : read.problems;
}

function isBrazilian(text: string): boolean {
  return BRAZILIAN.test(text) || GERUND_OF_NOW.test(text);
}

/** Every plain text in a tree of messages, parsed or not. */
function literalsOf(messages: unknown): string[] {
  if (typeof messages === 'string') return [messages];
  return typeof messages === 'object' && messages !== null ? Object.values(messages).flatMap(literalsOf) : [];
}
