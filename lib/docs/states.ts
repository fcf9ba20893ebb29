import { NEVER_STARTED_DAYS } from '../../functions/payments/times.ts';
import {
  type Cause,
  STATUSES,
  TERMINAL_STATUSES,
  TRANSITIONS,
  type Transition,
} from '../../functions/payments/transitions.ts';
import { EVENT_OF_STATUS } from '../../functions/webhooks/event-kind.ts';
import { table } from './markdown.ts';

/** The explanation of each cause. */
const MEANINGS: Record<Cause, string> = {
  'bank-confirmed': 'the bank reports that the payment was made',
  'bank-refused': 'the bank or the issuer declined the push, e.g. for insufficient funds',
  'customer-refused': 'the customer rejected the push',
  expired: 'the bank reports that the window or the reference has expired and nothing was paid',
  abandoned: 'the bank reports that the push was neither accepted nor refused',
  'never-started': `no payment method was started in the ${NEVER_STARTED_DAYS} days after init`,
};

/** `docs/states.md`, from the transition table. */
export function statesDocument(): string {
  return `# States of a transaction

Generated from \`functions/payments/transitions.ts\` by \`npm run docs\`. Do not edit.

\`\`\`mermaid
stateDiagram-v2
    [*] --> pending: init
${TRANSITIONS.map(edge).join('\n')}
${statusesWithoutExit()
  .map((status) => `    ${status} --> [*]`)
  .join('\n')}
\`\`\`

${table(
  ['From', 'Cause', 'To', 'Event', 'Meaning'],
  TRANSITIONS.map((step) => [
    step.from,
    `\`${step.cause}\``,
    step.to,
    `\`${EVENT_OF_STATUS[step.to]}\``,
    MEANINGS[step.cause] + (isLatePayment(step) ? ' after the transaction had ended: a **late payment**' : ''),
  ]),
)}

- The terminal statuses are ${TERMINAL_STATUSES.join(', ')}. The only transition out of one is the late payment. There
  is none out of \`paid\`.
- The condition of the settling write (\`functions/payments/settle/settle.ts\`) and the filter of the table's stream
  (\`functions/webhooks/relay/relay.ts\`) are generated from the same table. A transition that is not listed
  cannot be written, and every listed one is announced.
- A transition is one write: the status and its event are stored together or not at all.
`;
}

function edge(step: Transition): string {
  return `    ${step.from} --> ${step.to}: ${step.cause}${isLatePayment(step) ? ' (late payment)' : ''}`;
}

function isLatePayment({ from }: Transition): boolean {
  return from !== 'pending';
}

function statusesWithoutExit(): readonly string[] {
  return STATUSES.filter((status) => TRANSITIONS.every(({ from }) => from !== status));
}
