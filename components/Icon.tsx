/** The paths of line icons, on a 24-unit grid. Icons are decorative: a text or the button's name says the same. */
const paths = {
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3.5 15 0 18M12 3c-3 3-3.5 15 0 18',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  key: 'M15.5 3a5.5 5.5 0 1 0 0 11 5.5 5.5 0 0 0 0-11ZM11.5 12.5 4 20M7 17l2.5 2.5M16.5 7.5h.01',
  question: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 2.2M12 17.5v.01M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  gear: 'M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6ZM10.3 3.5h3.4l.5 2.3 1.7 1 2.3-.7 1.7 2.9-1.8 1.6v2l1.8 1.6-1.7 2.9-2.3-.7-1.7 1-.5 2.3h-3.4l-.5-2.3-1.7-1-2.3.7-1.7-2.9 1.8-1.6v-2L4.1 9l1.7-2.9 2.3.7 1.7-1Z',
  list: 'M8 6h12M8 12h12M8 18h12M4 6h.01M4 12h.01M4 18h.01',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  warning: 'M12 4 2.8 20h18.4ZM12 10v4.5M12 17.5v.01',
  info: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 11v5M12 8v.01',
  chart: 'M4 20V4M4 20h16M8 16v-4M12.5 16V8M17 16v-6',
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13',
  mail: 'M4 6h16v12H4ZM4.5 7.5l7.5 6 7.5-6',
  robot: 'M5 9h14v11H5ZM12 9V5M9 13.5v.01M15 13.5v.01M9 17h6',
  copy: 'M9 9h11v11H9zM5 15H4V4h11v1',
  plus: 'M12 5v14M5 12h14',
  close: 'm6 6 12 12M18 6 6 18',
  edit: 'M4 20h4L19 9l-4-4L4 16ZM13.5 6.5l4 4',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  refresh: 'M20 11a8 8 0 1 0-2.3 6.7M20 4v7h-7',
  search: 'M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5 20 20',
  download: 'M12 4v11M7 10.5l5 5 5-5M4 20h16',
  chevron: 'm9 6 6 6-6 6',
} as const;

export type IconName = keyof typeof paths;

/** The icons that are mirrored in right-to-left pages, because they show a direction or lines of text. */
const sided: ReadonlySet<IconName> = new Set(['list', 'external', 'chart']);

export function Icon({ name }: { name: IconName }) {
  return (
    <svg class={sided.has(name) ? 'icon sided' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
