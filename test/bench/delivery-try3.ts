import { isSynthesized, synthesize } from '../../lib/startup/synthesize.ts';
import { isolationRun } from './delivery-isolation.ts';
import { percentile } from './statistics.ts';
if (!isSynthesized()) await synthesize();
for (const share of (process.argv[2] ?? '0,0.1,0.5').split(',').map(Number)) {
  const run = await isolationRun(share, Number(process.argv[3] ?? 8));
  const firsts = [0.5, 0.9, 0.99, 1].map((q) => percentile(run.waitsMs, q));
  console.log(share, run.healthy, run.waitsMs.length, firsts, run.complaints.slice(0, 3));
}
process.exit(0);
