import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '@/components/Icon.tsx';

interface EmptyStateProps {
  icon: IconName;
  title: string;
  hint?: string | undefined;
  children?: ComponentChildren;
}

export function EmptyState({ icon, title, hint, children }: EmptyStateProps) {
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
