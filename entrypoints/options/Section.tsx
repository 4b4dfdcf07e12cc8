import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { Saved, type SavedNote } from './Saved.tsx';

interface Props {
  title: string;
  hint?: string;
  /** How the last change in this section was kept; sections that save on change have one. */
  said?: SavedNote | 'none';
  children: ComponentChildren;
}

/** A part of the page: a heading, what it is about, and a card. */
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
