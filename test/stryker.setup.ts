import fc from 'fast-check';

// A mutant is killed by the first failure, and shrinking would take minutes. The seed makes the result repeatable.
fc.configureGlobal({ endOnFailure: true, seed: 1 });

// Created here, because what is created at its first use would be covered only by the first test that uses it.
if (process.env.MUTATION_TESTS?.includes('/api/')) {
  const { operations } = await import('../lib/services/operations.ts');
  for (const name of Object.keys(operations)) Reflect.get(operations[name as keyof typeof operations], 'input');
}
