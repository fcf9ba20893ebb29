import * as z from 'zod';
import type { StatusCode } from '../sibs/wire.ts';

export const METHODS = ['MBWAY', 'REFERENCE', 'CARD'] as const;

const timeMs = z.int().nonnegative();
export const statusCode = z.enum(['000', 'E0113', 'E0500', 'E0506', 'E0612']) satisfies z.ZodType<StatusCode>;
export const PAYMENT_STATUSES = ['Pending', 'InProcessing', 'Success', 'Declined', 'Timeout', 'Partial'] as const;

/** One payment at the bank, from its checkout to its end. Amounts in cents. */
export const checkout = z.object({
  /** The bank's transactionID. */
  bankId: z.string(),
  /** Name of the bank account whose credentials made it. */
  account: z.string(),
  terminalId: z.int(),
  merchantTransactionId: z.string(),
  /** ifthenpay only: the merchant's order id. */
  orderId: z.string().optional(),
  amountCents: z.int(),
  methods: z.array(z.enum(METHODS)),
  signature: z.string(),
  createdAtMs: timeMs,
  /** A payment must be started before. */
  expiresAtMs: timeMs,
  /** Entity of the reference; present when REFERENCE is among the methods. */
  entity: z.string().optional(),
  finalAtMs: timeMs.optional(),

  /** Set when a payment is started, once. */
  method: z.enum(['MBWAY', 'REFERENCE']).optional(),
  startedAtMs: timeMs.optional(),
  /** End of the customer's window or of the reference's validity. */
  endsAtMs: timeMs.optional(),
  pushed: z.boolean().optional(),
  /** Identifies this push: actions scheduled for another start do not apply. */
  pushId: z.string().optional(),
  /** `351#…`, for the notification's token. Must not be logged. */
  phone: z.string().optional(),
  reference: z.string().optional(),

  paymentStatus: z.enum(PAYMENT_STATUSES),
  statusCode,
  /** Detail that the code does not express. */
  statusDescription: z.string().optional(),
  settledAtMs: timeMs.optional(),
  /** Id of the action that settled it: identifies a repeat of that action. */
  settledBy: z.string().optional(),
  paidCents: z.int().optional(),
  /** Until then inquiries do not report the end. */
  inquiryLagsUntilMs: timeMs.optional(),
});
export type Checkout = z.infer<typeof checkout>;
