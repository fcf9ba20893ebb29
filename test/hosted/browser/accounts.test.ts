import { expect } from 'vitest';
import { soon, test } from '../support/browser-test.ts';
import { decide } from '../support/decide.ts';
import { DEMO } from '../support/person.ts';
import { revealedKey } from '../support/revealed-key.ts';

/** When the listed accounts were created. */
const CREATED = "[...document.querySelectorAll('main time')].map(({ dateTime }) => dateTime)";

/** As it is shown once it was typed with an unseen character. */
const COMPANY = 'Padaria⟨U+202E⟩ São João';

test('a new merchant signs up, is approved, calls the API, and is suspended', async ({ hosted, seat, person }) => {
  // The list of those who wait has two at least, to be in an order.
  await hosted.merchant('pending');
  const merchant = await person();
  const email = hosted.newEmail();
  await merchant.signIn(email);
  await merchant.page.getByText('Your account awaits approval').first().waitFor();
  await merchant.page.getByText('No transactions in this period.').first().waitFor();
  await merchant.page.getByRole('link', { name: 'API keys' }).first().click();
  const key = await revealedKey(merchant.page);
  expect(await hosted.statusWith(key)).toBe(403);
  await merchant.page.getByRole('link', { name: 'Enter your company, NIF and contact' }).click();
  await merchant.page.getByText('There is no fixed time.').waitFor();
  await merchant.page.getByText('We do not check that the NIF exists.').waitFor();
  const [company, nif, contact] = ['Company', 'NIF', 'Contact'].map((name) => merchant.page.getByLabel(name));
  const save = merchant.page.getByRole('button', { name: 'Save' });
  await nif?.fill('501 964 842');
  await contact?.fill(`ana@padaria.example ${'x'.repeat(81)}`);
  await save.click();
  await merchant.page.getByText('At most 100 characters: 101 are entered.').waitFor();
  await contact?.fill('Ana');
  await save.click();
  await merchant.page.getByText('Enter the company.').waitFor();
  await merchant.page.getByText('The last digit does not match the others.').waitFor();
  await merchant.page.getByText('Enter an e-mail address or a telephone number.').waitFor();
  await company?.fill('Padaria\u202E São João');
  // Named where it is typed, and stored by that name.
  expect(await company?.inputValue()).toBe(COMPANY);
  await nif?.fill('PT 501 964 843');
  await contact?.fill('Ana, 912 345 678');
  await save.click();
  await merchant.page.getByText(`Company: not given → ${COMPANY}`, { exact: true }).waitFor();
  await merchant.page.getByText('NIF: not given → 501964843', { exact: true }).waitFor();
  await merchant.page.getByText('Contact changed', { exact: true }).waitFor();
  await merchant.page.getByRole('link', { name: 'What is needed, and how long it takes' }).waitFor();
  await merchant.page.getByRole('link', { name: 'support@demo.example' }).first().waitFor();
  const id = (await merchant.page.getByText(/^mer_/).first().textContent()) ?? '';

  const operator = await seat(DEMO.operator);
  await operator.open('/accounts');
  const times = () => operator.page.evaluate<string[]>(CREATED);
  await soon(async () => (await times()).length).toBeGreaterThan(1);
  expect(await times()).toEqual((await times()).toSorted());
  const find = operator.page.getByRole('searchbox', { name: 'Find by company, NIF, name or ID' });
  await find.fill('sao joao');
  await soon(async () => (await times()).length).toBe(1);
  await find.fill('nobody of this name');
  await operator.page.getByText('No account matches the search.').waitFor();
  await find.fill('501 964 843');
  // By its company, and below it by the address with which it signed up.
  await operator.page
    .getByRole('rowheader', { name: `${COMPANY} ${email}` })
    .filter({ hasText: id })
    .waitFor();
  await operator.page.reload();
  await operator.page.getByRole('link', { name: COMPANY }).click();
  await operator.page.getByRole('heading', { level: 1, name: COMPANY }).waitFor();
  await operator.page.getByText(`Company: not given → ${COMPANY}`).first().waitFor();
  expect(await operator.page.getByText('Account created').count()).toBe(1);
  await operator.page.getByText(email).first().waitFor();
  await operator.page.getByText('Ana, 912 345 678').waitFor();
  await operator.page.getByText('Whether the NIF exists is not checked.').waitFor();
  await operator.page.getByRole('button', { name: 'Approve', exact: true }).click();
  const dialog = operator.page.getByRole('dialog', { name: `Approve: ${COMPANY}` });
  await dialog.getByRole('button', { name: 'Approve', exact: true }).click();
  await dialog.getByText('Enter a reason.').first().waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  await decide(operator.page, 'Approve', 'Contract signed');
  await operator.page.getByText('Account status: active.').first().waitFor();
  expect(await hosted.statusWith(key)).toBe(200);
  await merchant.page.reload();
  await merchant.page.getByText('Contract signed').first().waitFor();
  expect(await merchant.page.getByText('Your account awaits approval').count()).toBe(0);

  await decide(operator.page, 'Suspend', 'Complaints of customers');
  await operator.page.getByText('Active → Suspended').first().waitFor();
  expect(await hosted.statusWith(key)).toBe(403);
  await merchant.page.reload();
  await merchant.page.getByText('Your account is suspended').first().waitFor();
});
