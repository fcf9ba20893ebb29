import type { HttpCall } from '../../../functions/banking/http-call.ts';
import type { BankStart, Manner, Money } from '../../bank/bank.ts';

/**
 * Ways in which the bank can report money: a notification with the amount, an inquiry at SIBS with an amount,
 * ifthenpay's status of a push, which has no amount, and its list of payments, which has one.
 */
export type ReportKind = 'notice' | 'inquiry' | 'status' | 'list';

/** A payment or return, and when the service could first see it in each way. */
export interface Movement extends Required<Money> {
  reports: Map<ReportKind, number>;
  /** When a notification of it was first acknowledged, and whether it was sent again after that. */
  acknowledgedAtMs?: number;
  isRepeated?: true;
  /** Whether the function was killed that handled one. */
  wasKilled?: true;
}

/** A start that reached the bank, and what its customer did. */
export interface PlayedStart extends BankStart {
  manner: Manner;
  hasDeclined: boolean;
  movements: Movement[];
}

/**
 * What the customers of one schedule did, recorded by the test that plays them. Which of it the bank has reported
 * is read from its answers, and each of these must agree with what the customers did.
 */
export class History {
  readonly starts: PlayedStart[] = [];
  /** Money on the account that this service did not start. */
  readonly foreign: { bankId: string; orderId: string; movement: Movement }[] = [];
  readonly problems: string[] = [];
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  /** The bank's port, with its answers read. */
  readonly watch =
    (call: HttpCall): HttpCall =>
    async (request) => {
      const outcome = await call(request);
      if (outcome.kind === 'answered' && outcome.status === 200) this.#read(request, JSON.parse(outcome.body));
      return outcome;
    };

  #read({ url, body = '' }: Parameters<HttpCall>[0], answer: Answer): void {
    const { pathname, searchParams } = new URL(url);
    const [, inquired] = /\/payments\/([^/]+)\/status$/.exec(pathname) ?? [];
    const { paymentStatus, amount, Status, payments } = answer;
    if (inquired && (paymentStatus === 'Success' || paymentStatus === 'Partial')) {
      this.#reported('inquiry', [this.#inquired(inquired)], [amount]);
    } else if (pathname.endsWith('/mbway/status') && Status === '000') {
      const start = this.starts.find(({ bankId }) => bankId === searchParams.get('requestId'));
      this.#reported('status', [this.#shown(start)[0]]);
    } else if (payments) {
      const { orderId } = JSON.parse(body);
      const foreign = this.foreign.filter((each) => each.orderId === orderId).map(({ movement }) => movement);
      const all = this.starts.find((start) => start.orderId === orderId)?.movements ?? foreign;
      const listed = all.filter(({ listedFromMs }) => listedFromMs <= this.#nowMs());
      this.#reported(
        'list',
        listed,
        payments.map((payment) => ({ value: payment.amount })),
      );
    }
  }

  #shown(start: PlayedStart | undefined): Movement[] {
    return start?.movements.filter(({ shownFromMs }) => shownFromMs <= this.#nowMs()) ?? [];
  }

  /** An inquiry has one amount: of the movement that pays the start, else of the last one. */
  #inquired(id: string): Movement | undefined {
    const start = this.starts.find(({ bankId }) => bankId === id);
    const shown = this.#shown(start);
    return shown.find(({ cents }) => cents >= (start?.cents ?? 0)) ?? shown.at(-1);
  }

  #reported(kind: ReportKind, movements: (Movement | undefined)[], amounts?: ({ value: number } | undefined)[]): void {
    const played = movements.map((movement) => movement && movement.cents / 100);
    const answered = amounts?.map((amount) => amount?.value) ?? played;
    if (played.includes(undefined) || played.toSorted().join() !== answered.toSorted().join())
      this.problems.push(`the bank's ${kind} says ${answered}, and the customers paid ${played}`);
    for (const movement of movements) if (movement) report(movement, kind, this.#nowMs());
  }
}

interface Answer {
  paymentStatus?: string;
  amount?: { value: number };
  Status?: string;
  payments?: { amount: number }[];
}

export function report({ reports }: Movement, kind: ReportKind, nowMs: number): void {
  if (!reports.has(kind)) reports.set(kind, nowMs);
}
