/**
 * The page's script: plain JavaScript; texts are set as `textContent` only. Paths are relative to the page's address.
 */
export const PAGE_SCRIPT = `
const base = location.pathname.replace(/\\/$/, '');
const show = (text) => { document.getElementById('result').textContent = text; };

async function call(method, path, body) {
  const response = await fetch(base + path, {
    method,
    headers: body ? { 'Content-Type': 'application/json' } : {},
    body: body ? JSON.stringify(body) : undefined,
  });
  return response.json();
}

async function act(label, path, body) {
  show(label + ' …');
  try {
    const answer = await call('POST', path, body);
    show(label + ': ' + (answer.error ?? JSON.stringify(answer)));
  } catch (error) {
    show(label + ': ' + error);
  }
  await refresh();
}

function button(label, about, onClick) {
  const made = document.createElement('button');
  made.type = 'button';
  made.textContent = label;
  made.setAttribute('aria-label', label + ', ' + about);
  made.addEventListener('click', onClick);
  return made;
}

function actionsOf(payment) {
  const { transactionId, method, status, entity, reference, amount } = payment;
  const about = transactionId;
  const onPayment = (label, name, body) =>
    button(label, about, () => act(label, '/payments/' + transactionId + '/' + name, body));
  const onReference = (label, name, change) =>
    button(label, about, () => {
      const text = change ? prompt('Amount in EUR', (amount - 1).toFixed(2)) : null;
      if (change && text === null) return;
      const body = change ? { amount: Number(text) } : undefined;
      return act(label, '/references/' + entity + '/' + reference + '/' + name, body);
    });
  const live = status === 'Pending' || status === 'InProcessing';
  const found = [];
  if (live && method === 'MBWAY') found.push(onPayment('Approve', 'approve'), onPayment('Reject', 'reject'));
  if (live && method === 'REFERENCE')
    found.push(onReference('Pay', 'pay'), onReference('Pay another amount', 'pay', true));
  if (!live && status !== 'Success' && status !== 'Partial') found.push(onPayment('Pay late', 'approve-late'));
  if (status === 'Success' && method === 'REFERENCE') found.push(onReference('Pay again', 'pay-again'));
  if (status === 'Success') found.push(onPayment('Refund', 'refund'), onPayment('Annul', 'annul'));
  found.push(
    onPayment('Duplicate notification', 'duplicate'),
    onPayment('Reorder notification', 'reorder'),
    onPayment('Forge notification', 'forge'),
  );
  return found;
}

function rowOf(payment) {
  const row = document.createElement('tr');
  const cell = (text, tag = 'td') => {
    const made = document.createElement(tag);
    made.textContent = text ?? '';
    row.append(made);
    return made;
  };
  cell(payment.transactionId, 'th').scope = 'row';
  cell(payment.account);
  cell(payment.method);
  cell((payment.paid ?? payment.amount).toFixed(2));
  cell(payment.reference ? payment.entity + ' ' + payment.reference : '');
  cell(payment.status).className = 'status';
  cell(payment.startedAt.replace('T', ' ').slice(0, 19));
  cell(payment.endsAt.replace('T', ' ').slice(0, 19));
  cell('').append(...actionsOf(payment));
  return row;
}

function callbackOf({ account, method, url }) {
  const item = document.createElement('li');
  const name = account + ' ' + method;
  item.textContent = name + ': ' + url + ' ';
  item.append(button('Send a test', name, () => act('Test of ' + name, '/ifthenpay/' + account + '/' + method + '/test')));
  return item;
}

let shown = '';
async function refresh() {
  try {
    const { now, payments } = await call('GET', '/payments');
    const { trouble, until, calls } = await call('GET', '/trouble');
    document.getElementById('now').textContent = now.replace('T', ' ').slice(0, 19) + ' UTC';
    document.getElementById('present').textContent =
      trouble === 'none' ? 'none' : trouble + (calls === undefined ? ' until ' + until : ', ' + calls + ' calls left');
    const { callbacks } = await call('GET', '/ifthenpay');
    const fresh = JSON.stringify([callbacks, payments]);
    // Unchanged rows are not replaced, so that the keyboard focus stays.
    if (fresh === shown) return;
    shown = fresh;
    document.getElementById('callbacks').replaceChildren(...callbacks.map(callbackOf));
    document.getElementById('payments').replaceChildren(...payments.map(rowOf));
    document.getElementById('none').hidden = payments.length > 0;
  } catch (error) {
    show('The bank does not answer: ' + error);
  }
}

document.getElementById('trouble').addEventListener('submit', (event) => {
  event.preventDefault();
  const form = new FormData(event.target);
  const [unit, count] = [form.get('unit'), Number(form.get('count'))];
  void act('Trouble', '/trouble', { trouble: form.get('trouble'), [unit]: count });
});
document.getElementById('end').addEventListener('click', () =>
  void act('End of trouble', '/trouble', { trouble: 'none' }));
document.getElementById('down').addEventListener('click', () =>
  void act('Down for 30 s', '/trouble', { trouble: 'unavailable', seconds: 30 }));
document.getElementById('lost').addEventListener('click', () =>
  void act('Time out after effect', '/trouble', { trouble: 'lost-answer', calls: 1 }));
void refresh();
setInterval(() => document.hidden || refresh(), 2000);
`;
