// The page asks the shop, never the payment API: the API key stays on the server.
const POLL_MS = 1_000;
const $ = (id) => document.getElementById(id);
const euros = (cents) => new Intl.NumberFormat('pt-PT', { style: 'currency', currency: 'EUR' }).format(cents / 100);

const OUTCOMES = {
  paid: ['Paid. Thank you!', 'Your order is on its way.'],
  failed: ['Not paid', 'The payment was refused. You have not been charged.'],
  cancelled: ['Not paid', 'The time to pay is over. You have not been charged.'],
};

const products = await (await fetch('/products')).json();
for (const [index, { id, name, priceCents }] of products.entries()) {
  const label = document.createElement('label');
  const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'product', value: id });
  input.checked = index === 0;
  label.append(input, ` ${name}, ${euros(priceCents)}`);
  $('products').append(label);
}

const form = document.querySelector('form');
form.addEventListener('change', () => {
  $('phone-field').hidden = new FormData(form).get('method') !== 'mbway';
});
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  $('error').textContent = '';
  try {
    const body = JSON.stringify(Object.fromEntries(new FormData(form)));
    const response = await fetch('/orders', { method: 'POST', body });
    const answer = await response.json();
    if (response.ok) location.hash = answer.id;
    else $('error').textContent = answer.error;
  } catch {
    $('error').textContent = 'The shop could not be reached. Please try again.';
  } finally {
    button.disabled = false;
  }
});
$('again').addEventListener('click', () => {
  location.hash = '';
});
// The address names the order, so that a reload shows it again.
addEventListener('hashchange', follow);
void follow();

/** Shows the order of the address until it is paid: after `cancelled` a late payment may still arrive. */
async function follow() {
  const id = location.hash.slice(1);
  $('order-form').hidden = id !== '';
  $('order').hidden = id === '';
  while (id !== '' && location.hash.slice(1) === id) {
    const order = await fetch(`/orders/${id}`)
      .then((response) => response.json())
      .catch(() => undefined);
    if (order?.error) location.hash = '';
    else if (order) show(order);
    if (order?.status === 'paid') return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

function show(order) {
  const [title, explanation] = OUTCOMES[order.status] ?? waiting(order);
  $('outcome').textContent = title;
  $('explanation').textContent = order.problem ?? explanation;
  const facts = {
    Product: products.find(({ id }) => id === order.product)?.name,
    Amount: euros(order.amountCents),
    Entity: order.entity,
    Reference: order.reference?.replace(/(\d{3})(?=\d)/g, '$1 '),
    'Pay before': order.expiresAt && new Date(order.expiresAt).toLocaleString('pt-PT', { timeZone: 'Europe/Lisbon' }),
  };
  $('facts').replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => {
      if (!value) return [];
      const [term, description] = [document.createElement('dt'), document.createElement('dd')];
      term.textContent = name;
      description.textContent = value;
      return [term, description];
    }),
  );
}

function waiting({ method, started }) {
  if (!started) return ['One moment…', 'The payment is being prepared.'];
  if (method === 'mbway') return ['Confirm on your phone', 'You have 4 minutes to confirm the payment in MB WAY.'];
  return ['Pay at an ATM or in home banking', 'Choose “Pagamento de serviços” and enter these numbers.'];
}
