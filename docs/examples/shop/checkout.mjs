import { PRODUCTS } from './orders.mjs';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A webhook is the normal way. Only what it may have missed is asked. */
const ASK_AFTER_MS = { mbway: 6 * MINUTE_MS, multibanco: DAY_MS };
/** The Idempotency-Key is remembered for 24 hours; an order without a transaction is given up before that. */
const GIVE_UP_AFTER_MS = DAY_MS - 60 * MINUTE_MS;
const LATE_PAYMENTS_MS = 7 * DAY_MS;
const TICK_MS = 2_000;
const RETRY_MS = 5_000;

const PROBLEMS = {
  phone: 'MB WAY does not know this number. Try another number, or pay by Multibanco.',
  method: 'This order cannot be paid this way. Please choose the other method.',
  waiting: 'The payment takes longer than usual. You need not do anything: it is tried again automatically.',
};

/** Takes each order from its first call to its outcome. Every step can be repeated, so a crash between two is harmless. */
export function openCheckout(orders, api) {
  const inHand = new Set();
  let quietUntilMs = 0;

  /** Takes the next steps of an order, unless it is in hand already or the service asked for a pause. */
  async function advance(id) {
    if (inHand.has(id) || Date.now() < quietUntilMs) return;
    inHand.add(id);
    try {
      await create(orders.read(id));
      await start(orders.read(id));
      await ask(orders.read(id));
    } finally {
      inHand.delete(id);
    }
  }

  async function create(order) {
    if (order.transactionId) return;
    if (Date.now() - order.createdAtMs > GIVE_UP_AFTER_MS) return void orders.refuse(order.id, PROBLEMS.waiting);
    const reply = await api.init(order);
    if (reply.status === 200) orders.recordTransaction(order.id, reply.answer.transactionId);
    else later(order, reply);
  }

  async function start(order) {
    if (!order.transactionId || order.started || order.status !== 'pending') return;
    const { status, answer, retryAfterS } = await api.start(order);
    if (status === 200) orders.recordStart(order.id, answer, Date.now() + ASK_AFTER_MS[order.method]);
    else if (status === 400 && /refused by the bank|below the minimum|^phoneNumber must/.test(answer.error)) {
      orders.refuse(order.id, answer.error.startsWith('phoneNumber') ? PROBLEMS.phone : PROBLEMS.method);
    } else if (status === 400) {
      // It was started before a crash, and has ended or is about to: the status tells.
      orders.recordStart(order.id, {}, 0);
    } else later(order, { status, answer, retryAfterS });
  }

  async function ask(order) {
    if (!order.started || order.status === 'paid' || !(order.askAtMs <= Date.now())) return;
    const { status, answer, retryAfterS } = await api.read(order);
    if (status !== 200) return later(order, { status, answer, retryAfterS });
    const isPending = answer.status === 'pending';
    orders.recordStart(order.id, answer.mb ?? order, isPending ? Date.now() + ASK_AFTER_MS[order.method] : null);
    orders.settle(order.id, answer);
  }

  function later(order, { status, answer, retryAfterS }) {
    console.error(`order ${order.id}: ${status === 0 ? 'no answer' : `${status} ${answer.error}`}; it is tried again`);
    quietUntilMs = Math.max(quietUntilMs, Date.now() + retryAfterS * 1_000);
    orders.recordProblem(order.id, PROBLEMS.waiting, Date.now() + RETRY_MS);
  }

  /** One order after the other: the limit is 30 calls a minute. */
  async function tick() {
    for (const { id } of orders.due()) await advance(id);
    setTimeout(tick, TICK_MS);
  }

  return {
    /** Takes what the page sent. Returns the order as the visitor may see it, or what to correct. */
    async place(wish) {
      const product = PRODUCTS.find(({ id }) => id === wish?.product);
      const { method } = wish ?? {};
      if (!product) return { error: 'Choose a product.' };
      if (method !== 'mbway' && method !== 'multibanco') return { error: 'Choose how to pay.' };
      const phone = method === 'mbway' ? String(wish.phone ?? '').replaceAll(' ', '') : null;
      if (phone !== null && !/^9\d{8}$/.test(phone))
        return { error: 'The phone number has nine digits and begins with 9.' };
      const { id } = orders.add({ product, method, phone });
      await advance(id);
      return { order: this.show(id) };
    },

    /** An order as the visitor may see it; undefined when there is none. */
    show(id) {
      const order = orders.read(id);
      if (!order) return undefined;
      const { product, amountCents, method, status, started, entity, reference, expiresAt, problem } = order;
      return {
        id,
        product,
        amountCents,
        method,
        status,
        started: started === 1,
        entity,
        reference,
        expiresAt,
        problem,
      };
    },

    /** Continues what the last run left, and asks about everything whose webhook it may have missed. */
    resume() {
      orders.makeAllDue(Date.now() - LATE_PAYMENTS_MS);
      void tick();
    },
  };
}
