import type * as english from '../en/company.ts';

export const company: typeof english.company = {
  title: 'Empresa',
  what: 'Aprovamos a sua conta com base nestes dados.',
  name: 'Empresa',
  nif: 'NIF',
  nifHint: 'Verificamos o dígito de controlo. Não verificamos se o NIF existe.',
  nifChecked: 'O dígito de controlo está correto. Não se verifica se o NIF existe.',
  contact: 'Contacto',
  contactHint: 'Um endereço de e-mail ou um número de telefone. Só o contacto atual fica guardado.',
  nameMissing: 'Indique a empresa.',
  nifProblem: {
    digits: 'Indique os nove dígitos do NIF.',
    'check-digit': 'O último dígito não corresponde aos restantes. Compare o NIF com os seus documentos.',
  },
  contactMissing: 'Indique um endereço de e-mail ou um número de telefone.',
  notGiven: 'Não indicado',
  change: 'Alterar',
  saved: 'Dados da empresa guardados.',
  changed: 'Dados da empresa alterados',
  contactChanged: 'Contacto alterado',
};
