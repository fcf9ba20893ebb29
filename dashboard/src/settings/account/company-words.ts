import { MAX_COMPANY_TEXT_CHARACTERS } from '../../../../functions/runtime/text-limits.ts';
import { words } from '../../i18n/words.ts';

export const companyWords = words({
  title: ['Company', 'Empresa'],
  what: ['We approve your account by these details.', 'Aprovamos a sua conta com base nestes dados.'],
  name: ['Company', 'Empresa'],
  nif: ['NIF', 'NIF'],
  nifHint: [
    'We check its check digit. We do not check that the NIF exists.',
    'Verificamos o dígito de controlo. Não verificamos se o NIF existe.',
  ],
  nifChecked: [
    'The check digit is correct. Whether the NIF exists is not checked.',
    'O dígito de controlo está correto. Não verificamos se o NIF existe.',
  ],
  contact: ['Contact', 'Contacto'],
  contactHint: [
    'An e-mail address or a telephone number. Only the current contact is stored.',
    'Um endereço de e-mail ou um número de telefone. Só o contacto atual fica guardado.',
  ],
  nameMissing: ['Enter the company.', 'Indique a empresa.'],
  tooLong: [
    (count: string) => `At most ${MAX_COMPANY_TEXT_CHARACTERS} characters: ${count} are entered.`,
    (count: string) => `No máximo, ${MAX_COMPANY_TEXT_CHARACTERS} caracteres: foram escritos ${count}.`,
  ],
  nifProblem: {
    digits: ['Enter the nine digits of the NIF.', 'Indique os nove dígitos do NIF.'],
    'first-digit': ['No NIF begins with 0.', 'Nenhum NIF começa por 0.'],
    'check-digit': [
      'The last digit does not match the others. Compare the NIF with your documents.',
      'O último dígito não corresponde aos restantes. Compare o NIF com os seus documentos.',
    ],
  },
  contactMissing: [
    'Enter an e-mail address or a telephone number.',
    'Indique um endereço de e-mail ou um número de telefone.',
  ],
  notGiven: {
    name: ['Not given', 'Não indicada'],
    nif: ['Not given', 'Não indicado'],
    contact: ['Not given', 'Não indicado'],
  },
  change: ['Change', 'Alterar'],
  saved: ['Company details saved.', 'Dados da empresa guardados.'],
});
