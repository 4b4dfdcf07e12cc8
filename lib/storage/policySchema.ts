import { policyFields } from './policy.ts';
import { entryOf, jsonType, rowsIn, type WrittenRow } from './writtenSettings.ts';

function schemaOf(row: WrittenRow): object {
  const entry = entryOf(row);
  return {
    type: jsonType(row),
    ...(row.fields && {
      properties: Object.fromEntries(rowsIn(row, 'policy').map(([name, one]) => [name, schemaOf(one)])),
    }),
    ...(entry && { items: schemaOf(entry) }),
  };
}

/** The JSON schema of policies, which Chromium requires. Chromium drops values that do not match it. */
export const policySchema = schemaOf({ type: 'record', fields: policyFields });
