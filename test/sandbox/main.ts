import { describeRequest, startSandbox } from './sandbox.ts';

/** Starts the sandbox by itself, for trying Waymark by hand. It ends with the process. */
const sandbox = await startSandbox({
  port: 4620,
  onAnswer: (entry) => {
    if (entry.operation) console.log(describeRequest(entry));
  },
});
console.log(`The service: ${sandbox.url}`);
console.log(`Its API key: ${sandbox.url}/account/api`);
