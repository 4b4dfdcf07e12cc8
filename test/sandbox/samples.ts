import type { WebsiteFields } from './records.ts';

const day = 86_400_000;

/** Returns made-up websites `site-00001.example.net` and so on, with alternating privacy, created an hour apart. */
export function manyWebsites(count: number): WebsiteFields[] {
  const start = Date.UTC(2020, 0, 1);
  return Array.from({ length: count }, (_, index) => ({
    domain: `site-${String(index + 1).padStart(5, '0')}.example.net`,
    privacy: index % 3,
    password: index % 3 === 2 ? `made-up-${index}` : null,
    email: index % 2,
    exclude_bots: 1,
    created_at: new Date(start + (index * day) / 24).toISOString().replace('.000Z', 'Z'),
  }));
}
