import * as z from 'zod/mini';
import type { RequestFields } from './analyticsV1/request.ts';
import { toText } from './coerce.ts';
import { ApiError } from './errors.ts';
import { type Operation, type OperationName, operations } from './operations.ts';

function issuesByField({ issues }: z.core.$ZodError): Record<string, string[]> {
  const wrong = issues.flatMap((issue): [string, string][] =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, 20).map((key) => [toText(key, 64) ?? '?', 'Unknown field.'])
      : [[String(issue.path[0] ?? 'input'), issue.message]],
  );
  return Object.fromEntries(wrong.filter(([name]) => name !== '__proto__').map(([name, said]) => [name, [said]]));
}

/** The row of an operation, and its input checked by it. Throws kind `rejected` with the fields that are wrong. */
export function validInput(name: string, input: unknown): { operation: Operation; fields: RequestFields } {
  if (!Object.hasOwn(operations, name)) throw new ApiError({ kind: 'rejected', code: 'unknown-name' });
  const operation: Operation = operations[name as OperationName];
  const parsed = z.safeParse(operation.input, input);
  if (!parsed.success) throw new ApiError({ kind: 'rejected', fields: issuesByField(parsed.error) });
  return { operation, fields: parsed.data as RequestFields };
}
