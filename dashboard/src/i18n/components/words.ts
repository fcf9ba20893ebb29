import { FILTER_WORDS } from './filters.ts';
import { TABLE_WORDS } from './tables.ts';

/**
 * The texts of Cloudscape's components in European Portuguese, by component and key, in ICU MessageFormat: complete for
 * every component that the page uses. Cloudscape itself has Brazilian Portuguese only.
 */
export const COMPONENT_WORDS_PT: Record<string, Record<string, string>> = {
  ...TABLE_WORDS,
  ...FILTER_WORDS,
  alert: {
    dismissAriaLabel: 'Fechar o alerta',
    'i18nStrings.successIconAriaLabel': 'Êxito',
    'i18nStrings.errorIconAriaLabel': 'Erro',
    'i18nStrings.warningIconAriaLabel': 'Aviso',
    'i18nStrings.infoIconAriaLabel': 'Informação',
    'i18nStrings.dismissAriaLabel': 'Fechar o alerta',
  },
  'breadcrumb-group': { expandAriaLabel: 'Mostrar o caminho' },
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
  tabs: {
    'i18nStrings.scrollLeftAriaLabel': 'Deslocar para a esquerda',
    'i18nStrings.scrollRightAriaLabel': 'Deslocar para a direita',
    'i18nStrings.tabsWithActionsAriaRoleDescription': 'Separadores com ações',
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
