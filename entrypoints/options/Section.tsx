import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Saved, type SavedNote } from './Saved.tsx';

interface Props {
  title: string;
  hint?: string;
  /** Whether the last change was saved; only for sections that save on change. */
  said?: SavedNote | 'none';
  children: ComponentChildren;
}

/** A section of the page: heading, hint and card. */
export function Section({ title, hint, said, children }: Props) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div class="section-head">
        <h2 id={id}>{title}</h2>
        {said !== undefined && <Saved said={said} />}
        {hint && <p class="muted">{hint}</p>}
      </div>
      <div class="card">{children}</div>
    </section>
  );
}
