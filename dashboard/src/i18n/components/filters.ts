const grouped = (count: number, more: string): string => {
  const tokens = Array.from({ length: count }, (_, at) => `{group__formattedTokens${at}__formattedText}`);
  return `{Editar o grupo de filtros ${[...tokens, more].filter(Boolean).join(' {group__operationLabel} ')}}`;
};

/** Of filters, and of what is chosen from a list. */
export const FILTER_WORDS = {
  'property-filter': {
    'i18nStrings.allPropertiesLabel': 'Todas as propriedades',
    'i18nStrings.applyActionText': 'Aplicar',
    'i18nStrings.cancelActionText': 'Cancelar',
    'i18nStrings.clearFiltersText': 'Limpar filtros',
    'i18nStrings.editTokenHeader': 'Alterar o filtro',
    'i18nStrings.groupPropertiesText': 'Propriedades',
    'i18nStrings.groupValuesText': 'Valores',
    'i18nStrings.operationAndText': 'e',
    'i18nStrings.operationOrText': 'ou',
    'i18nStrings.operatorContainsText': 'Contém',
    'i18nStrings.operatorDoesNotContainText': 'Não contém',
    'i18nStrings.operatorDoesNotEqualText': 'Diferente de',
    'i18nStrings.operatorEqualsText': 'Igual a',
    'i18nStrings.operatorGreaterOrEqualText': 'Maior ou igual a',
    'i18nStrings.operatorGreaterText': 'Maior do que',
    'i18nStrings.operatorLessOrEqualText': 'Menor ou igual a',
    'i18nStrings.operatorLessText': 'Menor do que',
    'i18nStrings.operatorStartsWithText': 'Começa por',
    'i18nStrings.operatorDoesNotStartWithText': 'Não começa por',
    'i18nStrings.operatorText': 'Operador',
    'i18nStrings.operatorsText': 'Operadores',
    'i18nStrings.propertyText': 'Propriedade',
    'i18nStrings.removeTokenButtonAriaLabel': 'Remover o filtro, {token__formattedText}',
    'i18nStrings.tokenEditorTokenActionsAriaLabel': 'Ações do filtro, {token__formattedText}',
    'i18nStrings.tokenEditorTokenRemoveAriaLabel': 'Remover o filtro, {token__formattedText}',
    'i18nStrings.tokenEditorTokenRemoveLabel': 'Remover o filtro',
    'i18nStrings.tokenEditorTokenRemoveFromGroupLabel': 'Remover o filtro do grupo',
    'i18nStrings.tokenEditorAddTokenActionsAriaLabel': 'Ações para acrescentar filtros',
    'i18nStrings.tokenEditorAddNewTokenLabel': 'Acrescentar um filtro',
    'i18nStrings.tokenEditorAddExistingTokenAriaLabel': 'Acrescentar o filtro {token__formattedText} ao grupo',
    'i18nStrings.tokenEditorAddExistingTokenLabel':
      'Acrescentar o filtro {token__propertyLabel} {token__operator} {token__value} ao grupo',
    'i18nStrings.tokenLimitShowFewer': 'Mostrar menos',
    'i18nStrings.tokenLimitShowMore': 'Mostrar mais',
    'i18nStrings.valueText': 'Valor',
    'i18nStrings.formatToken': `{token__operator, select,
      equals {{token__propertyLabel} igual a {token__value}}
      not_equals {{token__propertyLabel} diferente de {token__value}}
      greater_than {{token__propertyLabel} maior do que {token__value}}
      greater_than_equal {{token__propertyLabel} maior ou igual a {token__value}}
      less_than {{token__propertyLabel} menor do que {token__value}}
      less_than_equal {{token__propertyLabel} menor ou igual a {token__value}}
      contains {{token__propertyLabel} contém {token__value}}
      not_contains {{token__propertyLabel} não contém {token__value}}
      starts_with {{token__propertyLabel} começa por {token__value}}
      not_starts_with {{token__propertyLabel} não começa por {token__value}}
      other {}}`,
    'i18nStrings.groupEditAriaLabel':
      `{group__formattedTokens__length, select,
      2 ${grouped(2, '')} 3 ${grouped(3, '')} 4 ${grouped(4, '')} 5 ` +
      `${grouped(4, 'mais 1')} other ${grouped(4, 'mais')}}`,
  },
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
