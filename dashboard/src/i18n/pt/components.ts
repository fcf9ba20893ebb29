const REORDERED =
  '{isInitialPosition, select, true {O item volta à posição {currentPosition} de {total}} false {O item passa ' +
  'para a posição {currentPosition} de {total}} other {}}';
const PLACED =
  '{isInitialPosition, select, true {O item voltou à posição inicial {initialPosition} de {total}} false {O item ' +
  'passou da posição {initialPosition} para a posição {finalPosition} de {total}} other {}}';
const DRAG_KEYS =
  'Prima Espaço ou Enter para pegar no item e mova-o com as setas. Prima Espaço ou Enter para o deixar na nova ' +
  'posição, ou Escape para cancelar.';

const READER_MODE = 'Pode ser necessário mudar o modo de navegação do leitor de ecrã.';

const grouped = (count: number, more: string): string => {
  const tokens = Array.from({ length: count }, (_, at) => `{group__formattedTokens${at}__formattedText}`);
  return `{Editar o grupo de filtros ${[...tokens, more].filter(Boolean).join(' {group__operationLabel} ')}}`;
};

/**
 * The texts of Cloudscape's components in European Portuguese, by component and key, in ICU MessageFormat: complete for
 * every component that the page uses. Cloudscape itself has Brazilian Portuguese only.
 */
export const COMPONENT_WORDS_PT: Record<string, Record<string, string>> = {
  '[charts]': {
    loadingText: 'A carregar o gráfico',
    errorText: 'Não foi possível obter os dados. Tente de novo mais tarde.',
    recoveryText: 'Tentar de novo',
    'i18nStrings.filterLabel': 'Filtrar os dados apresentados',
    'i18nStrings.filterPlaceholder': 'Filtrar dados',
    'i18nStrings.legendAriaLabel': 'Legenda',
    'i18nStrings.chartAriaRoleDescription': 'Gráfico',
    'i18nStrings.xAxisAriaRoleDescription': 'Eixo dos x',
    'i18nStrings.yAxisAriaRoleDescription': 'Eixo dos y',
  },
  alert: {
    dismissAriaLabel: 'Fechar o alerta',
    'i18nStrings.successIconAriaLabel': 'Êxito',
    'i18nStrings.errorIconAriaLabel': 'Erro',
    'i18nStrings.warningIconAriaLabel': 'Aviso',
    'i18nStrings.infoIconAriaLabel': 'Informação',
    'i18nStrings.dismissAriaLabel': 'Fechar o alerta',
  },
  autosuggest: {
    errorIconAriaLabel: 'Erro',
    selectedAriaLabel: 'Selecionado',
    enteredTextLabel: 'Usar: “{value}”',
    recoveryText: 'Tentar de novo',
  },
  'breadcrumb-group': { expandAriaLabel: 'Mostrar o caminho' },
  button: { 'i18nStrings.externalIconAriaLabel': 'Abre num novo separador' },
  calendar: {
    nextMonthAriaLabel: 'Mês seguinte',
    previousMonthAriaLabel: 'Mês anterior',
    todayAriaLabel: 'Hoje',
    'i18nStrings.nextYearAriaLabel': 'Ano seguinte',
    'i18nStrings.previousYearAriaLabel': 'Ano anterior',
    'i18nStrings.currentMonthAriaLabel': 'Mês atual',
  },
  'collection-preferences': {
    title: 'Preferências',
    confirmLabel: 'Confirmar',
    cancelLabel: 'Cancelar',
    'pageSizePreference.title': 'Linhas por página',
    'wrapLinesPreference.label': 'Quebrar linhas',
    'wrapLinesPreference.description': 'Mostra todo o texto, em várias linhas se for preciso',
    'stripedRowsPreference.label': 'Linhas alternadas',
    'stripedRowsPreference.description': 'Dá sombra a uma linha em cada duas',
    'contentDensityPreference.label': 'Modo compacto',
    'contentDensityPreference.description': 'Mostra o conteúdo com menos espaço entre linhas',
    'stickyColumnsPreference.firstColumns.title': 'Fixar as primeiras colunas',
    'stickyColumnsPreference.firstColumns.description':
      'Mantém visíveis as primeiras colunas quando a tabela desliza na horizontal.',
    'stickyColumnsPreference.firstColumns.options[0].label': 'Nenhuma',
    'stickyColumnsPreference.firstColumns.options[1].label': 'Primeira coluna',
    'stickyColumnsPreference.firstColumns.options[2].label': 'Duas primeiras colunas',
    'stickyColumnsPreference.lastColumns.title': 'Fixar a última coluna',
    'stickyColumnsPreference.lastColumns.description':
      'Mantém visível a última coluna quando a tabela desliza na horizontal.',
    'stickyColumnsPreference.lastColumns.options[0].label': 'Nenhuma',
    'stickyColumnsPreference.lastColumns.options[1].label': 'Última coluna',
    'contentDisplayPreference.title': 'Preferências das colunas',
    'contentDisplayPreference.description': 'Escolha as colunas que quer ver e a sua ordem.',
    'contentDisplayPreference.dragHandleAriaLabel': 'Ícone de arrastar',
    'contentDisplayPreference.dragHandleAriaDescription': `${DRAG_KEYS} ${READER_MODE}`,
    'contentDisplayPreference.liveAnnouncementDndStarted': 'Item na posição {position} de {total} pronto a mover',
    'contentDisplayPreference.liveAnnouncementDndDiscarded': 'Reordenação cancelada',
    'contentDisplayPreference.i18nStrings.columnFilteringPlaceholder': 'Filtrar colunas',
    'contentDisplayPreference.i18nStrings.columnFilteringAriaLabel': 'Filtrar colunas',
    'contentDisplayPreference.i18nStrings.columnFilteringNoMatchText': 'Nenhuma coluna encontrada',
    'contentDisplayPreference.i18nStrings.columnFilteringClearFilterText': 'Limpar o filtro',
    'contentDisplayPreference.liveAnnouncementDndItemReordered': REORDERED,
    'contentDisplayPreference.liveAnnouncementDndItemCommitted': PLACED,
    'contentDisplayPreference.liveAnnouncementDndGroupLabel':
      '{count, plural, zero {{label}, 0 itens} one {{label}, 1 item} other {{label}, {count} itens}}',
    'contentDisplayPreference.i18nStrings.columnFilteringCountText':
      '{count, plural, zero {0 resultados} one {1 resultado} other {{count} resultados}}',
  },
  'error-boundary': {
    'i18nStrings.headerText': 'Erro inesperado: não foi possível mostrar o conteúdo',
    'i18nStrings.descriptionText':
      '{hasFeedback, select, true {Atualize a página para tentar de novo. Estamos a acompanhar este problema; ' +
      'pode enviar <Feedback>mais informação aqui</Feedback>.} other {Atualize a página para tentar de novo.}}',
    'i18nStrings.refreshActionText': 'Atualizar a página',
  },
  'file-token-group': {
    'i18nStrings.limitShowFewer': 'Mostrar menos',
    'i18nStrings.limitShowMore': 'Mostrar mais',
    'i18nStrings.removeFileAriaLabel': 'Remover o ficheiro {fileIndex}, {fileName}',
    'i18nStrings.errorIconAriaLabel': 'Erro',
    'i18nStrings.warningIconAriaLabel': 'Aviso',
  },
  'file-upload': {
    'i18nStrings.limitShowFewer': 'Mostrar menos',
    'i18nStrings.limitShowMore': 'Mostrar mais',
    'i18nStrings.removeFileAriaLabel': 'Remover o ficheiro {fileIndex}',
    'i18nStrings.errorIconAriaLabel': 'Erro',
    'i18nStrings.warningIconAriaLabel': 'Aviso',
    'i18nStrings.uploadButtonText': '{multiple, select, true {Escolher ficheiros} false {Escolher ficheiro} other {}}',
    'i18nStrings.dropzoneText':
      '{multiple, select, true {Largue os ficheiros aqui} false {Largue o ficheiro aqui} other {}}',
  },
  flashbar: {
    'i18nStrings.ariaLabel': 'Notificações',
    'i18nStrings.errorIconAriaLabel': 'Erro',
    'i18nStrings.inProgressIconAriaLabel': 'Em curso',
    'i18nStrings.infoIconAriaLabel': 'Informação',
    'i18nStrings.notificationBarAriaLabel': 'Todas as notificações',
    'i18nStrings.notificationBarText': 'Notificações',
    'i18nStrings.successIconAriaLabel': 'Êxito',
    'i18nStrings.warningIconAriaLabel': 'Aviso',
  },
  'form-field': {
    'i18nStrings.errorIconAriaLabel': 'Erro',
    'i18nStrings.warningIconAriaLabel': 'Aviso',
  },
  input: { clearAriaLabel: 'Limpar' },
  link: { externalIconAriaLabel: 'Abre num novo separador' },
  list: {
    dragHandleAriaLabel: 'Ícone de arrastar',
    dragHandleAriaDescription: DRAG_KEYS,
    liveAnnouncementDndStarted: 'Item na posição {position} de {total} pronto a mover',
    liveAnnouncementDndDiscarded: 'Reordenação cancelada',
    liveAnnouncementDndItemReordered: REORDERED,
    liveAnnouncementDndItemCommitted: PLACED,
  },
  modal: { closeAriaLabel: 'Fechar a janela' },
  multiselect: {
    deselectAriaLabel: 'Remover {option__label}',
    'i18nStrings.selectAllText': 'Selecionar tudo',
  },
  pagination: {
    'ariaLabels.nextPageLabel': 'Página seguinte',
    'ariaLabels.pageLabel': 'Página {pageNumber}',
    'ariaLabels.previousPageLabel': 'Página anterior',
    'ariaLabels.jumpToPageButtonLabel': 'Ir para a página',
    'i18nStrings.jumpToPageInputLabel': 'Página',
    'i18nStrings.jumpToPageError': 'Essa página não existe. É mostrada a última página disponível.',
    'i18nStrings.jumpToPageLoadingText': 'A carregar',
    'i18nStrings.pagesCompactText':
      '{openEnd, select, true {{currentPage} de {pagesCount} ou mais} false {{currentPage} de {pagesCount}} other {}}',
  },
  popover: { dismissAriaLabel: 'Fechar a janela' },
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
  select: {
    errorIconAriaLabel: 'Erro',
    selectedAriaLabel: 'Selecionado',
    recoveryText: 'Tentar de novo',
  },
  table: {
    'ariaLabels.resizerRoleDescription': 'botão de redimensionar',
    'ariaLabels.submittingEditText': 'A guardar a alteração',
    'ariaLabels.successfulEditLabel': 'Alteração guardada',
    'ariaLabels.expandButtonLabel': 'Expandir',
    'ariaLabels.collapseButtonLabel': 'Recolher',
    'columnDefinitions.editConfig.errorIconAriaLabel': 'Erro',
    'columnDefinitions.editConfig.editIconAriaLabel': 'editável',
    'i18nStrings.sortDropdownSortAscending': 'Ordenar por ordem crescente',
    'i18nStrings.sortDropdownSortDescending': 'Ordenar por ordem decrescente',
    'i18nStrings.sortDropdownMultiColumnSortGroup': 'Ordenar por várias colunas (tecla Shift)',
    'i18nStrings.sortDropdownAddToSortAscending': 'Acrescentar à ordenação (crescente)',
    'i18nStrings.sortDropdownAddToSortDescending': 'Acrescentar à ordenação (decrescente)',
    'i18nStrings.sortDropdownRemoveFromSort': 'Remover da ordenação',
    'i18nStrings.sortDropdownAddToSortDisabledReason': 'Esta coluna já está ordenada',
    'i18nStrings.sortDropdownRemoveFromSortDisabledReason': 'Esta coluna não está ordenada',
    'i18nStrings.clearSort': 'Limpar a ordenação',
    'ariaLabels.sortAscending': 'ordem crescente',
    'ariaLabels.sortDescending': 'ordem decrescente',
    'ariaLabels.liveAnnouncementSortOrder': 'Tabela ordenada por {columns}',
    'ariaLabels.liveAnnouncementSortCleared': 'Ordenação removida',
    'ariaLabels.sortPriority': 'prioridade {priority} na ordenação',
    'ariaLabels.sortMenuTriggerLabel': 'Opções de ordenação',
  },
  tabs: {
    'i18nStrings.scrollLeftAriaLabel': 'Deslocar para a esquerda',
    'i18nStrings.scrollRightAriaLabel': 'Deslocar para a direita',
    'i18nStrings.tabsWithActionsAriaRoleDescription': 'Separadores com ações',
  },
  'token-group': {
    'i18nStrings.limitShowFewer': 'Mostrar menos',
    'i18nStrings.limitShowMore': 'Mostrar mais',
  },
  'top-navigation': {
    'i18nStrings.searchIconAriaLabel': 'Pesquisar',
    'i18nStrings.searchDismissIconAriaLabel': 'Fechar a pesquisa',
    'i18nStrings.overflowMenuTriggerText': 'Mais',
    'i18nStrings.overflowMenuDismissIconAriaLabel': 'Fechar o menu',
    'i18nStrings.overflowMenuBackIconAriaLabel': 'Voltar',
    'i18nStrings.overflowMenuTitleText': 'Tudo',
  },
};
