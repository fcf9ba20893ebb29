const REORDERED =
  '{isInitialPosition, select, true {O item volta à posição {currentPosition} de {total}} false {O item passa ' +
  'para a posição {currentPosition} de {total}} other {}}';
const MOVED =
  '{isInitialPosition, select, true {O item voltou à posição inicial {initialPosition} de {total}} false {O item ' +
  'passou da posição {initialPosition} para a posição {finalPosition} de {total}} other {}}';
const DRAG_KEYS =
  'Prima Espaço ou Enter para pegar no item e mova-o com as setas. Prima Espaço ou Enter para o deixar na nova ' +
  'posição, ou Escape para cancelar.';

const READER_MODE = 'Pode ser necessário mudar o modo de navegação do leitor de ecrã.';

/** Of tables, and of the preferences of their columns. */
export const TABLE_WORDS = {
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
    'contentDisplayPreference.liveAnnouncementDndItemCommitted': MOVED,
    'contentDisplayPreference.liveAnnouncementDndGroupLabel':
      '{count, plural, zero {{label}, 0 itens} one {{label}, 1 item} other {{label}, {count} itens}}',
    'contentDisplayPreference.i18nStrings.columnFilteringCountText':
      '{count, plural, zero {0 resultados} one {1 resultado} other {{count} resultados}}',
  },
  list: {
    dragHandleAriaLabel: 'Ícone de arrastar',
    dragHandleAriaDescription: DRAG_KEYS,
    liveAnnouncementDndStarted: 'Item na posição {position} de {total} pronto a mover',
    liveAnnouncementDndDiscarded: 'Reordenação cancelada',
    liveAnnouncementDndItemReordered: REORDERED,
    liveAnnouncementDndItemCommitted: MOVED,
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
};
