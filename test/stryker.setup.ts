import fc from 'fast-check';

// A mutant is dead at the first failure; shrinking would take minutes. The seed makes its fate the same every time.
fc.configureGlobal({ endOnFailure: true, seed: 1 });

// What is made at the first use would count for the test that comes first alone; made here, each change in it is tried by all.
if (process.env.MUTATION_TESTS?.includes('/api/')) {
  const { operations } = await import('../lib/services/operations.ts');
  for (const name of Object.keys(operations)) Reflect.get(operations[name as keyof typeof operations], 'input');
}
