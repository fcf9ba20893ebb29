import { PRODUCTS } from './orders.mjs';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** After this the customer is gone: nothing is started any more. */
const START_WITHIN_MS = 10 * MINUTE_MS;
/** Webhooks are the normal way; these questions find what they missed. They grow rarer with the order's age. */
const ASK_AFTER_MS = { mbway: 6 * MINUTE_MS, multibanco: 60 * MINUTE_MS };
const ASK_AFTER_SHARE_OF_AGE = 0.1;
/** An order that ended unpaid is asked about once a day, for a late payment. */
const WATCHED_MS = 8 * DAY_MS;
/** Questions leave room for new orders in the 30 calls a minute. */
const ASK_EVERY_MS = 3_000;
const MAX_PAUSE_MS = 15 * MINUTE_MS;
const MAX_RETRY_AFTER_MS = MINUTE_MS;
const TICK_MS = 200;

/** What settles an order. Any other status is as good as pending. */
export const OUTCOMES = ['paid', 'failed', 'cancelled'];

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

  const isTooLate = ({ createdAtMs }) => Date.now() > createdAtMs + START_WITHIN_MS;

  /** The columns for a next step in `ms`. */
  function dueIn(ms) {
    return { dueAtMs: Math.round(Date.now() + ms), tries: 0 };
  }

  /** The columns for an order that waits for the customer. */
  function waiting({ method, createdAtMs }, { entity = null, reference = null, expiresAt = null } = {}) {
    const afterMs = Math.max(ASK_AFTER_MS[method], (Date.now() - createdAtMs) * ASK_AFTER_SHARE_OF_AGE);
    return { entity, reference, expiresAt, problem: null, ...dueIn(afterMs) };
  }

  /** The columns for an order that ended unpaid. */
  function watched({ createdAtMs }) {
    return Date.now() < createdAtMs + WATCHED_MS ? dueIn(DAY_MS) : { dueAtMs: null };
  }

  function fail(order, problem, next) {
    orders.record(order, { status: 'failed', phone: null, problem, ...next });
  }

  const STEPS = {
    async create(order) {
      if (isTooLate(order)) return fail(order, PROBLEMS.notStarted, { dueAtMs: null });
      const reply = await api.init(order);
      const { transactionId } = reply.answer;
      if (reply.status === 400) return fail(order, PROBLEMS.notStarted, { dueAtMs: null });
      if (reply.status !== 200 || !transactionId) return later(order, reply);
      orders.record(order, { transactionId, step: 'start', ...dueIn(0) });
    },

    async start(order) {
      const ask = { step: 'ask', phone: null };
      if (isTooLate(order)) return orders.record(order, { ...ask, ...dueIn(0), problem: PROBLEMS.notStarted });
      const reply = await api.start(order);
      const isStarted = order.method === 'mbway' ? reply.answer.success : reply.answer.reference;
      if (reply.status === 200 && isStarted) return orders.record(order, { ...ask, ...waiting(order, reply.answer) });
      if (reply.status !== 400) return later(order, reply);
      // Refused, or started before a crash and over already: the status tells. An error begins with the field's name.
      const problem = String(reply.answer.error).startsWith('phoneNumber') ? PROBLEMS.phone : PROBLEMS.method;
      orders.record(order, { ...ask, ...dueIn(0), problem });
    },

    async ask(order) {
      const reply = await api.read(order);
      const { status, paymentMethod, amount, mb } = reply.answer;
      if (reply.status !== 200 || !status) return later(order, reply);
      if (OUTCOMES.includes(status)) {
        orders.settle(order.id, { transactionId: order.transactionId, status, amount });
        return orders.record(order, watched(order));
      }
      const isStarted = order.method === 'mbway' ? paymentMethod !== null : mb;
      if (!isStarted) return fail(order, order.problem ?? PROBLEMS.notStarted, watched(order));
      orders.record(order, waiting(order, mb));
    },
  };

  /** Tries again with growing pauses; Retry-After holds for all calls. Wrong keys do not mend themselves in seconds. */
  function later(order, { status, answer, retryAfterS }) {
    console.error(`order ${order.id.slice(0, 8)}: ${order.step}: ${status} ${answer.error}; it is tried again`);
    quietUntilMs = Math.max(quietUntilMs, Date.now() + Math.min(retryAfterS * 1_000, MAX_RETRY_AFTER_MS));
    const tries = order.tries + 1;
    const pauseMs = [401, 403].includes(status) ? MAX_PAUSE_MS : Math.min(2 ** tries * 1_000, MAX_PAUSE_MS);
    const problem = order.step === 'ask' ? order.problem : PROBLEMS.waiting;
    orders.record(order, { tries, problem, dueAtMs: Date.now() + pauseMs });
  }

  /** Takes one step of one order, if any is due. A fault costs that step only: it is due again in a minute. */
  async function tick() {
    try {
      const nowMs = Date.now();
      const order = nowMs >= quietUntilMs && orders.claim(nowMs >= nextQuestionMs);
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

    /** Takes the steps that are due. One that waits for its answer does not hold the others up. */
    run: () => setInterval(tick, TICK_MS),
  };
}
