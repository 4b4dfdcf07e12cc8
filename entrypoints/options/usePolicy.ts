import { useEffect, useState } from 'preact/hooks';
import { templateFields } from '@/lib/storage/fields.ts';
import { fixedOf, policyInForce } from '@/lib/storage/policyInForce.ts';
import { watchSince } from '@/lib/storage/watchSince.ts';

/** What an organisation has set for this browser, kept up to date. */
export function usePolicy(first = policyInForce.fallback) {
  const [policy, setPolicy] = useState(first);
  useEffect(() => watchSince(policyInForce, setPolicy), []);
  return {
    faults: policy.faults,
    /** The names of the fixed preferences and fields of one connection; includes `connection` if the policy sets that connection. */
    fixedOf(id: string | undefined): ReadonlySet<string> {
      const own = fixedOf(policy, id);
      const pages = own.includes('templates') ? Object.keys(templateFields) : [];
      const itself = id !== undefined && Object.hasOwn(policy.connections, id) ? ['connection'] : [];
      return new Set([...policy.fixed, ...own, ...pages, ...itself]);
    },
  };
}
