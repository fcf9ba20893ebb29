import { movements as en } from '../../i18n/en/movements.ts';
import { useTextOf } from '../../i18n/language.ts';
import { movements as pt } from '../../i18n/pt/movements.ts';

const TEXTS = { en, pt };

export type MovementTexts = typeof en;

export function useMovementTexts(): MovementTexts {
  return useTextOf(TEXTS);
}
