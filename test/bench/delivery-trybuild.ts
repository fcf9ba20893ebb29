import { build } from 'esbuild';
import { builtinsOnDemand, environmentCredentialsOnly, unreachedParts } from '/work/main/lib/bundling/slim.ts';
await build({ absWorkingDir:'/work/main', entryPoints:['functions/webhooks/deliver.handler.ts'], outfile:'/tmp/prof/deliver.mjs', bundle:true, minify:false, platform:'node', format:'esm', target:'node24', mainFields:['module','main'], conditions:['module','import'], plugins:[environmentCredentialsOnly, unreachedParts, builtinsOnDemand], logLevel:'warning'});
