import type { Sandbox } from '../../sandbox/sandbox.ts';

/** Changes a website at the service, as another window would. */
export async function changeElsewhere(
  { key, url }: Sandbox,
  id: number | undefined,
  fields: Record<string, string>,
): Promise<void> {
  const headers = { authorization: `Bearer ${key}` };
  const body = new URLSearchParams(fields);
  const answer = await fetch(`${url}/api/v1/websites/${id}`, { method: 'PATCH', headers, body });
  if (!answer.ok) throw new Error(`Not changed: ${answer.status}`);
}
