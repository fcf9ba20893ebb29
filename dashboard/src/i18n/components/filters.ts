/** Of filters, and of what is chosen from a list. */
export const FILTER_WORDS = {
  'token-group': {
    'i18nStrings.limitShowFewer': 'Mostrar menos',
    'i18nStrings.limitShowMore': 'Mostrar mais',
  },
  autosuggest: {
    errorIconAriaLabel: 'Erro',
    selectedAriaLabel: 'Selecionado',
    enteredTextLabel: 'Usar: “{value}”',
    recoveryText: 'Tentar de novo',
  },
  select: {
    errorIconAriaLabel: 'Erro',
    selectedAriaLabel: 'Selecionado',
    recoveryText: 'Tentar de novo',
  },
  multiselect: {
    deselectAriaLabel: 'Remover {option__label}',
    'i18nStrings.selectAllText': 'Selecionar tudo',
  },
};
