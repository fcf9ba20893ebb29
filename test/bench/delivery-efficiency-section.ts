import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assemblyWithoutMappings } from './delivery-assembly.ts';
import { BULLMQ_MISSING, type BullmqSender, startBullmq } from './delivery-bullmq.ts';
import { type ChainCost, type DeliveryChain, startChain } from './delivery-chain.ts';
import { type DeliveryService, startDeliveryService } from './delivery-service.ts';
import { bundleSteps, STEPS, type Step } from './delivery-steps.ts';
import { type Figure, grouped, type Section } from './report.ts';
import { median } from './statistics.ts';

const PATHS = ['/ok/0', '/ok/1', '/ok/2', '/ok/3', '/ok/4'];
const TARGET_US = 1_000;

const STEP_NAMES: Record<Exclude<Step, 'nothing'>, string> = {
  reads: 'reading transaction and merchant',
  post: 'the POST over TLS, signed, and its answer',
  record: 'the conditional write of the record',
  log: 'its log line',
};

/** Processor time of the functions for each delivered event, and where it goes. */
export async function efficiencySection({ quick }: { quick: boolean }): Promise<Section> {
  const dir = mkdtempSync(join(tmpdir(), 'payment-service-steps-'));
  const service = await startDeliveryService({ paths: PATHS, assembly: assemblyWithoutMappings });
  const bullmq = await startBullmq();
  try {
    const chain = await startChain(service);
    const steps = await startSteps(service, await bundleSteps(dir));
    const rounds = quick ? 2 : 5;
    const warmUps = quick ? 1 : 4;
    const events = quick ? 400 : 1_000;
    const measured = await measure({ chain, steps, bullmq, warmUps, rounds, events });
    for (const each of [chain, ...steps.values()]) each.stop();
    return {
      title: 'Processor time of the functions for each delivered event',
      columns: ['µs'],
      figures: figuresOf(measured),
      notes: NOTES,
    };
  } finally {
    bullmq?.stop();
    await service.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

async function startSteps(service: DeliveryService, deliverBundle: string): Promise<Map<Step, DeliveryChain>> {
  const chains = new Map<Step, DeliveryChain>();
  for (const step of STEPS) {
    const environment = { BENCH_LEFT_OUT: step };
    chains.set(step, await startChain(service, { deliverBundle, environment, arrives: step !== 'post' }));
  }
  return chains;
}

interface Measured {
  tens: ChainCost[];
  ones: ChainCost[];
  bullmqUs: number[];
  /** Of the deliver function with that step left out. */
  without: Map<Step, number[]>;
}

/**
 * Round by round, so that a busy moment of the machine touches all alike. The first ones warm up: an execution environment
 * lives for hours, and Node has compiled the hot roads of the SDK only after a few thousand events.
 */
async function measure(options: {
  chain: DeliveryChain;
  steps: Map<Step, DeliveryChain>;
  bullmq: BullmqSender | undefined;
  warmUps: number;
  rounds: number;
  events: number;
}): Promise<Measured> {
  const { chain, steps, bullmq, warmUps, rounds, events } = options;
  const measured: Measured = { tens: [], ones: [], bullmqUs: [], without: new Map(STEPS.map((step) => [step, []])) };
  for (let round = 0; round < warmUps + rounds; round += 1) {
    const tens = await chain.carry(events, 10);
    const ones = await chain.carry(events / 4, 1);
    const bullmqUs = bullmq && (await bullmqCost(bullmq, events));
    const left = new Map<Step, number>();
    for (const [step, each] of steps) left.set(step, (await each.carry(events, 10)).deliverUs);
    if (round < warmUps) continue;
    measured.tens.push(tens);
    measured.ones.push(ones);
    if (bullmqUs !== undefined) measured.bullmqUs.push(bullmqUs);
    for (const [step, us] of left) measured.without.get(step)?.push(us);
  }
  return measured;
}

async function bullmqCost(bullmq: BullmqSender, events: number): Promise<number> {
  const before = await bullmq.cpuUs();
  await bullmq.add(Array<string>(events).fill('/ok/0'));
  await bullmq.receiver.count(events, 60_000);
  await bullmq.receiver.take();
  return ((await bullmq.cpuUs()) - before) / events;
}

function figuresOf({ tens, ones, bullmqUs, without }: Measured): Figure[] {
  const us = (values: number[]) => grouped(median(values));
  const together = (costs: ChainCost[]) => us(costs.map(({ relayUs, deliverUs }) => relayUs + deliverUs));
  const whole = median(without.get('nothing') ?? []);
  return [
    {
      name: 'relay and deliver, full batches (100 and 10)',
      values: [together(tens)],
      budget: `≤ ${grouped(TARGET_US)}`,
    },
    { name: '  of which relay', values: [us(tens.map(({ relayUs }) => relayUs))] },
    { name: '  of which deliver', values: [us(tens.map(({ deliverUs }) => deliverUs))] },
    ...Object.entries(STEP_NAMES).map(([step, name]) => ({
      name: `    without ${name}: less by`,
      values: [grouped(whole - median(without.get(step as Step) ?? []))],
    })),
    { name: 'relay and deliver, one event at a time', values: [together(ones)] },
    bullmqUs.length > 0
      ? { name: 'BullMQ sender, added in tens, worked on side by side', values: [us(bullmqUs)] }
      : { name: BULLMQ_MISSING, values: [] },
  ];
}

const NOTES = [
  'User and system time of a process that holds one execution environment of the deployed bundle, medians of rounds taken in',
  'turn; engines, receivers and what Lambda itself does (polling, deleting) are other processes. In relay: reading stream records,',
  'one send for ten events. Each step is what the same function costs less without it, so the parts need not add up to the',
  'whole. Calls to the engines go over plain HTTP: on AWS each is over TLS. The BullMQ sender (Redis with its log on) adds,',
  'takes, signs, sends and completes in one process; it keeps no record besides the job. Times vary by a third on a busy machine.',
];
