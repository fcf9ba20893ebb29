import { PRODUCTS } from './orders.mjs';

const MINUTE_MS = 60_000;
/** After this the customer is gone: nothing is started any more. */
const START_WITHIN_MS = 10 * MINUTE_MS;
/** A customer who waits in front of the page is asked about. It grows rarer with the order's age. */
const ASK_AFTER_MS = 20_000;
const ASK_AFTER_SHARE_OF_AGE = 0.1;
/** Questions leave room for new orders in the 30 calls a minute. */
const ASK_EVERY_MS = 3_000;
/** Webhooks are the normal way; the list of events has what they missed, of all orders in one call. */
const EVENTS_EVERY_MS = MINUTE_MS;
const MAX_PAUSE_MS = 15 * MINUTE_MS;
const MAX_RETRY_AFTER_MS = MINUTE_MS;
const TICK_MS = 200;

/** What settles an order. Any other status is as good as pending. */
const OUTCOMES = ['paid', 'failed', 'cancelled'];

const PROBLEMS = {
  phone: 'MB WAY does not know this number. Order again with another number, or pay by Multibanco.',
  method: 'This order cannot be paid this way. Order again with the other method.',
  waiting: 'This takes longer than usual. It is tried again automatically.',
  notStarted: 'The payment could not be started. Please order again later.',
};

/** The nine digits of a Portuguese mobile number, however it was typed; undefined when it is none. */
function phoneNumberOf(typed) {
  const compact = typed.replace(/[\p{White_Space}\p{Cf}\p{Pd}−.()/]/gu, '');
  return /^(?:(?:\+|00)?351)?(9[0-9]{8})$/.exec(compact)?.[1];
}

/** Takes each order from its first call to its outcome, one step at a time. Every step can be repeated after a crash. */
export function openCheckout(orders, api) {
  let quietUntilMs = 0;
  let nextQuestionMs = 0;
  // At the start: while the shop was away any webhook may have been missed.
  let eventsDueMs = 0;
  let eventsTries = 0;

  const isTooLate = ({ createdAtMs }) => Date.now() > createdAtMs + START_WITHIN_MS;

  /** The columns for a next step in `ms`. */
  function dueIn(ms) {
    return { dueAtMs: Math.round(Date.now() + ms), tries: 0 };
  }

  /** The columns for an order that waits for the customer. */
  function waiting({ createdAtMs }, { entity = null, reference = null, expiresAt = null } = {}) {
    const afterMs = Math.max(ASK_AFTER_MS, (Date.now() - createdAtMs) * ASK_AFTER_SHARE_OF_AGE);
    return { step: 'wait', phone: null, entity, reference, expiresAt, problem: null, ...dueIn(afterMs) };
  }

  /** Only an event can change it now: a late payment. */
  function fail(order, problem) {
    orders.record(order, { status: 'failed', step: 'wait', phone: null, problem });
  }

  /** Stores what an event reports; a webhook's and a listed one's are the same bytes. False when it is no event. */
  function take(event) {
    const { id: transactionId, externalOrderId, status, amount } = event?.data ?? {};
    if (!transactionId || !externalOrderId || !status || !amount) return false;
    // The test event of the dashboard is pending, of no order.
    if (OUTCOMES.includes(status)) orders.settle(externalOrderId, { transactionId, status, amount });
    return true;
  }

  const STEPS = {
    async create(order) {
      if (isTooLate(order)) return fail(order, PROBLEMS.notStarted);
      const reply = await api.init(order);
      const { transactionId } = reply.answer;
      if (reply.status === 400) return fail(order, PROBLEMS.notStarted);
      if (reply.status !== 200 || !transactionId) return later(order, reply);
      orders.record(order, { transactionId, step: 'start', ...dueIn(0) });
    },

    async start(order) {
      const ask = { step: 'ask', phone: null, ...dueIn(0) };
      if (isTooLate(order)) return orders.record(order, { ...ask, problem: PROBLEMS.notStarted });
      const reply = await api.start(order);
      const isStarted = order.method === 'mbway' ? reply.answer.success : reply.answer.reference;
      if (reply.status === 200 && isStarted) return orders.record(order, waiting(order, reply.answer));
      if (reply.status !== 400) return later(order, reply);
      // Refused, or started before a crash and over already: the status tells. An error begins with the field's name.
      const problem = String(reply.answer.error).startsWith('phoneNumber') ? PROBLEMS.phone : PROBLEMS.method;
      orders.record(order, { ...ask, problem });
    },

    async ask(order) {
      const reply = await api.read(order);
      const { status, paymentMethod, amount, mb } = reply.answer;
      if (reply.status !== 200 || !status) return later(order, reply);
      if (OUTCOMES.includes(status)) {
        return orders.settle(order.id, { transactionId: order.transactionId, status, amount });
      }
      const isStarted = order.method === 'mbway' ? paymentMethod !== null : mb;
      if (!isStarted) return fail(order, order.problem ?? PROBLEMS.notStarted);
      orders.record(order, waiting(order, mb));
    },
  };

  /** One call for all orders. Repeated after a crash it changes nothing. */
  async function readEvents() {
    eventsDueMs = Date.now() + EVENTS_EVERY_MS;
    const reply = await api.events(orders.nextEvents());
    const { events, next, more } = reply.answer;
    if (reply.status !== 200 || !Array.isArray(events) || !next) {
      eventsTries += 1;
      eventsDueMs = Date.now() + pauseMs('events', eventsTries, reply);
      return;
    }
    for (const { body } of events) take(JSON.parse(body));
    orders.moveTo(next);
    eventsTries = 0;
    if (more) eventsDueMs = 0;
  }

  /** Tries again. Without an answer we were cut off, perhaps from webhooks too: the events have what they missed. */
  function later(order, reply) {
    const tries = order.tries + 1;
    if (reply.status === 0) eventsDueMs = 0;
    const dueAtMs = Date.now() + pauseMs(`order ${order.id.slice(0, 8)}: ${order.step}`, tries, reply);
    const problem = order.step === 'ask' ? order.problem : PROBLEMS.waiting;
    orders.record(order, { tries, problem, dueAtMs });
  }

  /** Pauses grow; Retry-After holds for all calls. Wrong keys do not mend themselves in seconds. */
  function pauseMs(what, tries, { status, answer, retryAfterS }) {
    console.error(`${what}: ${status} ${answer.error}; it is tried again`);
    quietUntilMs = Math.max(quietUntilMs, Date.now() + Math.min(retryAfterS * 1_000, MAX_RETRY_AFTER_MS));
    return [401, 403].includes(status) ? MAX_PAUSE_MS : Math.min(2 ** tries * 1_000, MAX_PAUSE_MS);
  }

  /** Takes one step of one order, if any is due. A fault costs that step only: it is due again in a minute. */
  async function tick() {
    try {
      const nowMs = Date.now();
      if (nowMs < quietUntilMs) return;
      if (nowMs >= eventsDueMs) return await readEvents();
      const order = orders.claim(nowMs >= nextQuestionMs);
      if (order?.step === 'ask') nextQuestionMs = nowMs + ASK_EVERY_MS;
      if (order) await STEPS[order.step](order);
    } catch (fault) {
      console.error(`a step failed: ${fault.message}; it is tried again`);
    }
  }

  return {
    /** Takes what the page sent. Returns the order as the visitor may see it, or what to correct. */
    place(id, wish) {
      const product = PRODUCTS.find((each) => each.id === wish?.product);
      const method = wish?.method;
      if (!product) return { error: 'Choose a product.' };
      if (method !== 'mbway' && method !== 'multibanco') return { error: 'Choose how to pay.' };
      const typed = typeof wish.phone === 'string' ? wish.phone : '';
      const phone = method === 'mbway' ? phoneNumberOf(typed) : null;
      if (phone === undefined) return { error: 'The phone number has nine digits and begins with 9.' };
      orders.add({ id, product, method, phone });
      return { order: orders.show(id) };
    },

    /** The order as its customer sees it, who is in front of the page now. */
    show(id) {
      orders.ask(id);
      return orders.show(id);
    },

    take,

    /** Takes the steps that are due. One that waits for its answer does not hold the others up. */
    run: () => setInterval(tick, TICK_MS),
  };
}
