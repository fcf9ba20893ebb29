import { words } from '../i18n/words.ts';

export const periodWords = words({
  allTime: ['All time', 'Desde sempre'],
  from: ['From', 'De'],
  to: ['To', 'Até'],
  apply: ['Apply', 'Aplicar'],
  notApplied: ['Not applied yet.', 'Ainda por aplicar.'],
});
