const en = {
  title: 'Export to CSV',
  what: 'A file that Excel with Portuguese settings opens right: one row for each transaction, days and times of Lisbon, ids as text.',
  period: (by: string, from: string, to: string) => `${by}: ${from} to ${to}`,
  withFilters: (count: number) =>
    count === 0 ? 'No filters.' : count === 1 ? 'With 1 filter.' : `With ${count} filters.`,
  mark: 'Mark what changed since your last export',
  markHint: (at: string) => `You exported this very filter from this browser on ${at}.`,
  start: 'Export',
  going: (rows: string, until: string) => `${rows} so far, back to ${until}`,
  ofMerchants: (going: string, scanned: number, of: number) => `${going}, of the first ${scanned} of ${of} merchants`,
  starting: 'Starting…',
  progress: 'Export',
  stop: 'Cancel',
  done: (rows: string) => `Saved: ${rows}.`,
  saveAgain: 'Save again',
  failedAtStart: 'No file was saved.',
  failed: (rows: string) => `It broke off after ${rows}; no file was saved yet.`,
  stopped: (rows: string) =>
    `Stopped after ${rows}; no file was saved. What has come is kept while this window is open.`,
  goOn: 'Go on from there',
  rows: (count: string, isOne: boolean) => (isOne ? '1 row' : `${count} rows`),
};

const pt: typeof en = {
  title: 'Exportar para CSV',
  what: 'Um ficheiro que o Excel em português abre bem: uma linha por transação, dias e horas de Lisboa, ids como texto.',
  period: (by, from, to) => `${by}: de ${from} a ${to}`,
  withFilters: (count) => (count === 0 ? 'Sem filtros.' : count === 1 ? 'Com 1 filtro.' : `Com ${count} filtros.`),
  mark: 'Assinalar o que mudou desde a sua última exportação',
  markHint: (at) => `Exportou este mesmo filtro, neste navegador, em ${at}.`,
  start: 'Exportar',
  going: (rows, until) => `${rows} até agora, recuando até ${until}`,
  ofMerchants: (going, scanned, of) => `${going}, dos primeiros ${scanned} de ${of} comerciantes`,
  starting: 'A começar…',
  progress: 'Exportação',
  stop: 'Cancelar',
  done: (rows) => `Guardado: ${rows}.`,
  saveAgain: 'Guardar de novo',
  failedAtStart: 'Não foi guardado nenhum ficheiro.',
  failed: (rows) => `Foi interrompida depois de ${rows}; ainda não foi guardado nenhum ficheiro.`,
  stopped: (rows) =>
    `Parada depois de ${rows}; não foi guardado nenhum ficheiro. O que já veio mantém-se enquanto esta janela estiver aberta.`,
  goOn: 'Continuar daí',
  rows: (count, isOne) => (isOne ? '1 linha' : `${count} linhas`),
};

export const EXPORT_TEXT = { en, pt };
