import { parseArgs } from 'node:util';
import { describeRequest, startSandbox } from './sandbox.ts';

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '4620' },
    'seo-port': { type: 'string' },
    data: { type: 'string', default: ':memory:' },
    base: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  console.log('node test/sandbox/main.ts [--port 4620] [--seo-port N] [--data FILE] [--base /stats]');
  process.exit(0);
}

const sandbox = await startSandbox({
  port: Number(values.port),
  ...(values['seo-port'] !== undefined && { seoPort: Number(values['seo-port']) }),
  database: values.data,
  basePath: values.base,
  foreignOrigin: false,
  onAnswer: (entry) => {
    if (entry.operation) console.log(describeRequest(entry));
  },
});

console.log(`Analytics service: ${sandbox.url}`);
console.log(`SEO service:       ${sandbox.seoUrl}`);
console.log(`The API key is on  ${sandbox.url}/account/api`);
console.log(`What is registered: ${sandbox.url}/`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    sandbox.close().finally(() => process.exit(0));
  });
