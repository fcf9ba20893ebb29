import { startChain } from '/work/main/test/bench/delivery-chain.ts';
import { assemblyWithoutMappings } from '/work/main/test/bench/delivery-lanes.ts';
import { startDeliveryService } from '/work/main/test/bench/delivery-service.ts';
import { isSynthesized, synthesize } from '/work/main/lib/startup/synthesize.ts';
if (!isSynthesized()) await synthesize();
const service = await startDeliveryService({ paths: ['/ok/0','/ok/1','/ok/2','/ok/3','/ok/4'], assembly: assemblyWithoutMappings });
const chain = await startChain(service, process.argv[2]);
await chain.carry(600, 10);
for (let i=0;i<3;i++){ console.log('ten', await chain.carry(800,10)); console.log('one', await chain.carry(400,1)); }
chain.stop(); await service.stop(); process.exit(0);
