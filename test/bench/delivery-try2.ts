import { startChain } from './delivery-chain.ts';
import { assemblyWithoutMappings } from './delivery-lanes.ts';
import { startDeliveryService } from './delivery-service.ts';
const service = await startDeliveryService({ paths: ['/ok/0','/ok/1','/ok/2','/ok/3','/ok/4'], assembly: assemblyWithoutMappings });
const chain = await startChain(service, '/tmp/prof/deliver.mjs');
await chain.carry(600, 10);
console.log('ten', await chain.carry(3000,10));
chain.stop(); await service.stop(); setTimeout(()=>process.exit(0),1500);
