/**
 * The texts of Cloudscape's components in European Portuguese, by component and key, in ICU MessageFormat: complete for
 * every component that the page uses. Cloudscape itself has Brazilian Portuguese only.
 */
export const COMPONENT_WORDS_PT: Record<string, Record<string, string>> = {
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
  'token-group': {
    'i18nStrings.limitShowFewer': 'Mostrar menos',
    'i18nStrings.limitShowMore': 'Mostrar mais',
  },
  select: {
    errorIconAriaLabel: 'Erro',
    selectedAriaLabel: 'Selecionado',
    recoveryText: 'Tentar de novo',
  },
  alert: {
    dismissAriaLabel: 'Fechar o alerta',
    'i18nStrings.successIconAriaLabel': 'Êxito',
    'i18nStrings.errorIconAriaLabel': 'Erro',
    'i18nStrings.warningIconAriaLabel': 'Aviso',
    'i18nStrings.infoIconAriaLabel': 'Informação',
    'i18nStrings.dismissAriaLabel': 'Fechar o alerta',
  },
  button: { 'i18nStrings.externalIconAriaLabel': 'Abre num novo separador' },
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
  modal: { closeAriaLabel: 'Fechar a janela' },
  popover: { dismissAriaLabel: 'Fechar a janela' },
  'top-navigation': {
    'i18nStrings.searchIconAriaLabel': 'Pesquisar',
    'i18nStrings.searchDismissIconAriaLabel': 'Fechar a pesquisa',
    'i18nStrings.overflowMenuTriggerText': 'Mais',
    'i18nStrings.overflowMenuDismissIconAriaLabel': 'Fechar o menu',
    'i18nStrings.overflowMenuBackIconAriaLabel': 'Voltar',
    'i18nStrings.overflowMenuTitleText': 'Tudo',
  },
};
