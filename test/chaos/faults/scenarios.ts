import { resend } from '../../../functions/webhooks/resend/resend.ts';
import { decides, openPayment, paid, type Scenario } from './scenario.ts';

const healthy: Scenario = {
  name: 'healthy',
  postsPerDelivery: 1,
  acts: [(scene) => paid(scene, ['delivered'])],
};

const failing: Scenario = {
  name: 'failing',
  postsPerDelivery: 4,
  acts: [
    async (scene) => {
      scene.shop.hook.reply = () => 500;
      await paid(scene, ['not_delivered']);
    },
  ],
};

const recovering: Scenario = {
  name: 'failing, then healthy',
  postsPerDelivery: 4,
  acts: [
    async (scene) => {
      scene.shop.hook.reply = (_, number) => (number <= 2 ? 503 : 204);
      await paid(scene, ['delivered']);
    },
  ],
};

const slow: Scenario = {
  name: 'slow',
  postsPerDelivery: 4,
  acts: [
    async (scene) => {
      scene.shop.hook.reply = () => 'hang';
      scene.world.state.silentUrls.add(scene.shop.hook.url);
      await paid(scene, ['not_delivered']);
    },
    // Its next event uses the other queue from the first attempt.
    async (scene) => {
      scene.shop.hook.reply = () => 200;
      scene.world.state.silentUrls.delete(scene.shop.hook.url);
      await paid(scene, ['delivered']);
    },
  ],
};

const toggledOff: Scenario = {
  name: 'toggled off in mid-delivery',
  postsPerDelivery: 4,
  acts: [
    async (scene) => {
      scene.shop.hook.reply = async (_, number) => {
        if (number === 2) await scene.shop.toggle(false);
        return 500;
      };
      await paid(scene, ['skipped']);
    },
  ],
};

const superseded: Scenario = {
  name: 'superseded by a late payment',
  postsPerDelivery: 4,
  acts: [
    async (scene) => {
      const { shop } = scene;
      const payment = await openPayment(scene);
      let isPaid = false;
      shop.hook.reply = ({ kind }) => {
        if (kind === 'payment.success') return 200;
        const refusals = shop.hook.posts.filter((post) => post.kind === kind).length;
        if (refusals === 2 && !isPaid) {
          isPaid = true;
          decides(scene, payment, 'paid');
        }
        return 500;
      };
      decides(scene, payment, 'declined');
      payment.expected.push(
        { status: 'failed', ends: ['superseded', 'not_delivered'] },
        { status: 'paid', ends: ['delivered'] },
      );
    },
  ],
};

const rotated: Scenario = {
  name: 'secret rotated in mid-delivery',
  postsPerDelivery: 4,
  acts: [
    async (scene) => {
      const { shop, stepper } = scene;
      const { hook } = shop;
      hook.reply = async ({ signatures }, number) => {
        if (number === 2) await shop.rotate();
        // The third POST, and repeats beside it, may have been under way when the secret changed.
        if (number > 3 + stepper.duplicates && signatures !== 2)
          hook.problems.push('not signed with both secrets in a rotation');
        return number < 4 ? 500 : 200;
      };
      await paid(scene, ['delivered']);
    },
  ],
};

const testEvent: Scenario = {
  name: 'webhook.test',
  postsPerDelivery: 4,
  testEvents: 1,
  acts: [
    async ({ world, shop, stepper }) => {
      await shop.toggle(false);
      shop.hook.reply = (_, number) => (number <= 2 ? 500 : 200);
      stepper.actions.push({
        atMs: 0,
        retryAfterMs: 60_000,
        run: async () => {
          const ended = await world.invoke('test', ({ sendTestEvent }) => sendTestEvent(shop.merchantId));
          return ended.kind === 'answered';
        },
      });
    },
  ],
};

const resent: Scenario = {
  name: 'resend',
  postsPerDelivery: 4,
  acts: [
    async (scene) => {
      scene.shop.hook.reply = () => 500;
      await paid(scene, ['delivered']);
    },
    async ({ world, shop, stepper, payments }) => {
      const seen = shop.hook.posts.length;
      shop.hook.reply = (_, number) => (number <= seen + 2 ? 500 : 200);
      const transactionId = payments[0]?.transactionId ?? '';
      stepper.actions.push({
        atMs: 0,
        retryAfterMs: 60_000,
        run: async () => {
          const request = { transactionId, eventId: 'newest', who: 'ana@loja.example', why: 'server was down' };
          const ended = await world.invoke('resend', (environment) => resend(environment.resend)(request));
          return ended.kind === 'answered';
        },
      });
    },
  ],
};

const unrelayed: Scenario = {
  name: 'stream records lost, re-queued by the sweep',
  postsPerDelivery: 4,
  losesRecords: true,
  acts: [
    async (scene) => {
      scene.shop.hook.reply = (_, number) => (number <= 2 ? 500 : 200);
      await paid(scene, ['delivered']);
    },
  ],
};

const duplicated: Scenario = {
  name: 'every message delivered twice at the same time',
  postsPerDelivery: 4,
  copies: 2,
  acts: [
    async (scene) => {
      scene.shop.hook.reply = () => 500;
      await paid(scene, ['not_delivered']);
    },
  ],
};

/** Of `npm test`: a retry, an event that the sweep finds, and messages that arrive twice. */
export const FIRST_SCENARIOS: readonly Scenario[] = [recovering, unrelayed, duplicated];

export const SCENARIOS: readonly Scenario[] = [
  healthy,
  failing,
  recovering,
  slow,
  toggledOff,
  superseded,
  rotated,
  testEvent,
  resent,
  unrelayed,
  duplicated,
];
