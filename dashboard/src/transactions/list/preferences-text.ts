const en = {
  title: 'What the table shows',
  confirm: 'Confirm',
  cancel: 'Cancel',
  columns: 'Columns',
  wrapLines: 'Wrap long lines',
  dense: 'Compact rows',
  wrapLinesHint: 'Show all of a text over several lines.',
  denseHint: 'More rows on one screen.',
  columnsHint: 'Which columns are shown, and in which order.',
};

const pt: typeof en = {
  title: 'O que a tabela mostra',
  confirm: 'Confirmar',
  cancel: 'Cancelar',
  columns: 'Colunas',
  wrapLines: 'Quebrar linhas longas',
  dense: 'Linhas compactas',
  wrapLinesHint: 'Mostrar o texto todo em várias linhas.',
  denseHint: 'Mais linhas num só ecrã.',
  columnsHint: 'Que colunas se mostram, e por que ordem.',
};

export const PREFERENCES_TEXT = { en, pt };
