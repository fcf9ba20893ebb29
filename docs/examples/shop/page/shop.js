// The page asks the shop, never the payment API: the API key stays on the server.
const POLL_MS = 1_000;
/** The service's four minutes to confirm, and one for the way there. */
const WINDOW_MS = 5 * 60_000;
const $ = (id) => document.getElementById(id);
const euros = (cents) => new Intl.NumberFormat('pt-PT', { style: 'currency', currency: 'EUR' }).format(cents / 100);
const form = document.querySelector('form');
let products = [];

const OUTCOMES = {
  paid: ['Paid. Thank you!', 'Your order is on its way.'],
  failed: ['Not paid', 'The payment was refused.'],
  cancelled: ['Not paid', 'The time to pay is over. If you paid at the last moment, this page will show it.'],
};

// The address names the order, also before it is placed: a repeated click and a reload are the same order.
const orderId = () => location.hash.slice(1);
const isOrderId = (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);

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
    const response = await fetch(`/orders/${orderId()}`, { method: 'PUT', body });
    const answer = await response.json();
    if (response.ok) void follow();
    else $('error').textContent = answer.error;
  } catch {
    $('error').textContent = 'The shop could not be reached. Please try again: nothing is ordered twice.';
  } finally {
    button.disabled = false;
  }
});
$('again').addEventListener('click', () => {
  location.hash = crypto.randomUUID();
});
addEventListener('hashchange', follow);

await loadProducts();
await follow();

async function loadProducts() {
  try {
    const response = await fetch('/products');
    if (!response.ok) throw new Error(response.status);
    products = await response.json();
  } catch {
    $('error').textContent = 'The products could not be loaded. Please reload the page.';
  }
  for (const [index, { id, name, priceCents }] of products.entries()) {
    const label = document.createElement('label');
    const input = Object.assign(document.createElement('input'), { type: 'radio', name: 'product', value: id });
    input.checked = index === 0;
    label.append(input, ` ${name}, ${euros(priceCents)}`);
    $('products').append(label);
  }
}

/** Shows the order of the address until it is paid: after `cancelled` a late payment may still arrive. */
async function follow() {
  if (!isOrderId(orderId())) history.replaceState(null, '', `#${crypto.randomUUID()}`);
  for (const id = orderId(); orderId() === id; await new Promise((resolve) => setTimeout(resolve, POLL_MS))) {
    const response = await fetch(`/orders/${id}`).catch(() => undefined);
    // A failed question says nothing of the order: what is shown stays.
    const order = response?.ok ? await response.json().catch(() => undefined) : undefined;
    if (order === null) return showForm(true);
    if (order) show(order);
    if (order?.status === 'paid') return;
  }
}

function showForm(isForm) {
  $('order-form').hidden = !isForm;
  $('order').hidden = isForm;
}

function show(order) {
  showForm(false);
  const [title, explanation] = OUTCOMES[order.status] ?? waiting(order);
  $('outcome').textContent = title;
  $('explanation').textContent = (order.status === 'failed' && order.problem) || explanation;
  const isPayable = order.status === 'pending' && order.entity;
  const facts = {
    Product: products.find(({ id }) => id === order.product)?.name,
    Amount: euros(order.amountCents),
    Entity: isPayable && order.entity,
    Reference: isPayable && order.reference.replace(/(\d{3})(?=\d)/g, '$1 '),
    'Pay before': isPayable && new Date(order.expiresAt).toLocaleString('pt-PT', { timeZone: 'Europe/Lisbon' }),
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

function waiting({ method, step, problem, createdAtMs }) {
  if (step === 'create' || step === 'start') return ['One moment…', problem ?? 'The payment is being prepared.'];
  if (problem) return ['One moment…', 'The payment is being checked.'];
  if (method === 'mbway' && Date.now() > createdAtMs + WINDOW_MS) {
    return ['One moment…', 'The outcome is being confirmed with the bank.'];
  }
  if (method === 'mbway') return ['Confirm on your phone', 'You have 4 minutes to confirm the payment in MB WAY.'];
  return ['Pay at an ATM or in home banking', 'Choose “Pagamento de serviços” and enter these numbers.'];
}
