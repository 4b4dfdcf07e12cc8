import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { numberText } from '@/lib/text/i18n.ts';
import { useTableKeys } from '../list/useTableKeys.ts';

interface VirtualTableProps {
  label: string;
  columns: readonly { name: string; content: ComponentChildren }[];
  count: number;
  /** Row heights on wide and narrow pages, in CSS pixels at the default font size; they scale with it. */
  heights: readonly [wide: number, narrow: number];
  /** The cells of a row. */
  row: (index: number) => ComponentChildren;
  /** The key of a row. */
  keyOf: (index: number) => string | number;
  /** Called with the range of rendered rows. */
  onWindow?: (first: number, last: number) => void;
  empty: string;
  /** Classes that lay the cells out. */
  kind: string;
  /** Arrow keys move within it; its controls are rendered with `tabIndex={-1}`. */
  isOneStop?: boolean;
}

/** Extra rows above and below, so that scrolling shows no gap. */
const beyond = 8;
const narrowQuery = '(max-width: 43.75em)';

function useNarrow(): boolean {
  const [, look] = useState({});
  useLayoutEffect(() => {
    const query = matchMedia(narrowQuery);
    const onChange = () => look({});
    query.addEventListener('change', onChange);
    return () => query.removeEventListener('change', onChange);
  }, []);
  // Asked on every render, because a changed font size changes the answer without an event.
  return matchMedia(narrowQuery).matches;
}

/** The font size as a multiple of the default. */
const letters = () => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;

/** A table of any length that renders only the visible rows. The row that has the focus shows its texts in full. */
export function VirtualTable(props: VirtualTableProps) {
  const { label, columns, count, heights, row, keyOf, onWindow, empty, kind, isOneStop = false } = props;
  const scroller = useRef<HTMLElement>(null);
  const [view, setView] = useState({ top: 0, height: 600 });
  const height = heights[useNarrow() ? 1 : 0] * letters();
  const first = Math.max(0, Math.min(Math.floor(view.top / height) - beyond, count - 1));
  const last = Math.min(count, Math.ceil((view.top + view.height) / height) + beyond);

  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const look = () => setView({ top: current.scrollTop, height: current.clientHeight });
    look();
    const observer = new ResizeObserver(look);
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    if (count) onWindow?.(first, last - 1);
  }, [first, last, count, onWindow]);

  const keys = useTableKeys();
  const rows = Array.from({ length: Math.max(0, last - first) }, (_, offset) => first + offset);
  return (
    <section
      class={`virtual ${kind}`}
      aria-label={label}
      ref={scroller}
      // What scrolls must be reached by keyboard, if not through its rows.
      tabIndex={isOneStop ? undefined : 0}
      onScroll={({ currentTarget }) => setView({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })}
    >
      <table aria-label={label} aria-rowcount={count + 1} {...(isOneStop ? keys : {})}>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, content }) => (
              <th key={name} scope="col" class={name}>
                {content}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <Spacer height={first * height} columns={columns.length} />
          {rows.map((index) => (
            <tr key={keyOf(index)} aria-rowindex={index + 2} tabIndex={-1} style={{ '--height': `${height}px` }}>
              {row(index)}
            </tr>
          ))}
          <Spacer height={(count - last) * height} columns={columns.length} />
        </tbody>
      </table>
      {count === 0 && empty && <p class="empty muted">{empty}</p>}
    </section>
  );
}

/** Fills the space of rows that are not rendered. */
const Spacer = ({ height, columns }: { height: number; columns: number }) =>
  height > 0 ? (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes the focus, and there is nothing to read
    <tr class="room" aria-hidden="true" style={{ height: `${height}px` }}>
      <td colSpan={columns} />
    </tr>
  ) : null;

export interface Filter<K extends string> {
  key: K;
  text: string;
  count: number;
}

interface FiltersProps<K extends string> {
  label: string;
  filters: readonly Filter<K>[];
  value: K;
  onChange: (key: K) => void;
}

/** Filter buttons with counts. Filters without a row are hidden. */
export function Filters<K extends string>({ label, filters, value, onChange }: FiltersProps<K>) {
  return (
    <fieldset class="filters">
      <legend class="visually-hidden">{label}</legend>
      {filters
        .filter(({ key, count }, index) => index === 0 || count > 0 || key === value)
        .map(({ key, text, count }) => (
          <button key={key} type="button" class="chip" aria-pressed={key === value} onClick={() => onChange(key)}>
            {text} <span class="count">{numberText(count)}</span>
          </button>
        ))}
    </fieldset>
  );
}
