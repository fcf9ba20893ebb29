import { words } from '../i18n/words.ts';

export const periodWords = words({
  allTime: ['All time', 'Desde sempre'],
  days: [
    (from: string, to: string, isOne: boolean) => (isOne ? from : `${from} to ${to}`),
    (from: string, to: string, isOne: boolean) => (isOne ? from : `${from} a ${to}`),
  ],
  from: ['From', 'De'],
  to: ['To', 'Até'],
  apply: ['Apply', 'Aplicar'],
  notApplied: ['Not applied yet.', 'Ainda por aplicar.'],
});
