import type { IconName } from '@/components/Icon.tsx';
import type { SiteState } from '@/lib/audit/look.ts';

/** The icon of each state, so that colour is never the only difference. */
export const stateIcons: Record<SiteState, IconName> = {
  missing: 'warning',
  blocked: 'close',
  other: 'edit',
  silent: 'robot',
  elsewhere: 'external',
  file: 'info',
  unsure: 'question',
  tracking: 'check',
  quiet: 'warning',
  counted: 'chart',
};
