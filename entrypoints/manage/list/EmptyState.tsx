import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '@/components/Icon.tsx';

interface Props {
  icon: IconName;
  title: string;
  hint?: string;
  children?: ComponentChildren;
}

/** What stands in the list's place when there is nothing to list: one sentence and one thing to do. */
export function EmptyState({ icon, title, hint, children }: Props) {
  return (
    <div class="state">
      <span class="emblem">
        <Icon name={icon} />
      </span>
      <h2>{title}</h2>
      {hint && <p class="muted">{hint}</p>}
      {children && <div class="row">{children}</div>}
    </div>
  );
}
