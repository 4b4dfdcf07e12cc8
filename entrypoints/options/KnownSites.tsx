import { useId } from 'preact/hooks';
import { Checkbox } from '@/components/Checkbox.tsx';
import { Icon } from '@/components/Icon.tsx';
import type { Problem } from '@/lib/services/index.ts';
import type { Refresh } from '@/lib/storage/refresh.ts';
import type { Preferences } from '@/lib/storage/settings.ts';
import { momentText } from '@/lib/text/dates.ts';
import { clockText, plural, t } from '@/lib/text/i18n.ts';
import { problemText } from '@/lib/text/problems.ts';
import { Fixed } from './Fixed.tsx';
import { Saved, Section } from './Section.tsx';
import { useKnownSites } from './useKnownSites.ts';
import type { Tell } from './useSetting.ts';

interface KnownSitesPanelProps {
  /** How many sites are stored on this computer. */
  count: number;
  /** When the whole list was last read (milliseconds since 1970). */
  listReadAt: number | undefined;
  /** Whether nothing is stored that could be forgotten. */
  isEmpty: boolean;
  /** Whether a press here has forgotten the list, and nothing was stored since. */
  isForgotten: boolean;
  /** Why neither is known, which a refresh does not change. */
  unread?: Problem | undefined;
  refresh: Refresh;
  onRefresh: () => void;
  onStop: () => void;
  onForget: () => void;
}

function refreshProgress(refresh: Refresh): string {
  const read = plural('tracking.refreshed', refresh.read);
  if (refresh.state === 'waiting' && !refresh.unasked)
    return `${read} ${t('tracking.refresh_waiting', { time: clockText(refresh.until ?? 0) })}`;
  if (refresh.state === 'failed' && refresh.problem) return `${read} ${problemText(refresh.problem)}`;
  return refresh.state === 'done' && refresh.why ? `${read} ${t('tracking.refresh_bounded')}` : read;
}

/** How many sites are stored, and the buttons to read the whole list again and to forget it. */
function KnownSitesPanel(props: KnownSitesPanelProps) {
  const { count, listReadAt, isEmpty, isForgotten, unread, refresh, onRefresh, onStop, onForget } = props;
  const hint = useId();
  if (unread) return <p class="known-sites">{problemText(unread)}</p>;
  const isReading = refresh.state === 'running' || refresh.state === 'waiting';
  // Of a reading that nobody has asked for the rest may be wanted at once.
  const busy = isReading && !refresh.unasked;
  const read = listReadAt ? t('tracking.known_at', { when: momentText(listReadAt) }) : t('tracking.known_partly');
  return (
    <div class="stack known-sites">
      <p>
        {plural('tracking.known', count)} <span class="hint">{read}</span>
      </p>
      <div class="row">
        {/* Not disabled, which would take the focus away. */}
        <button type="button" class="button" aria-disabled={busy} onClick={() => !busy && onRefresh()}>
          <Icon name="refresh" />
          {busy ? t('tracking.refreshing') : t('tracking.refresh')}
        </button>
        {isReading && (
          <button type="button" class="button quiet" onClick={onStop}>
            {t('tracking.refresh_stop')}
          </button>
        )}
        <button
          type="button"
          class="button quiet"
          aria-disabled={isEmpty}
          aria-describedby={isEmpty ? undefined : hint}
          onClick={() => !isEmpty && onForget()}
        >
          {t('options.forget_list')}
        </button>
      </div>
      {isReading && refresh.total !== undefined && (
        <progress value={refresh.read} max={refresh.total} aria-label={t('tracking.refreshing')} />
      )}
      <p class="hint" role="status">
        {refresh.state === 'none' ? isForgotten && t('options.list_forgotten') : refreshProgress(refresh)}
      </p>
      {!isEmpty && (
        <p class="hint" id={hint}>
          {t('options.forget_list_hint')}
        </p>
      )}
    </div>
  );
}

interface BadgeSwitchProps {
  checked: boolean;
  /** Called directly in the click, because the browser prompts for a permission. */
  onChange: (wanted: boolean) => void;
  /** The permission was denied. */
  isDenied: boolean;
}

/** Turns the toolbar badge on and off. */
function BadgeSwitch({ checked, onChange, isDenied }: BadgeSwitchProps) {
  return (
    <Checkbox
      label={t('tracking.badge')}
      hint={t('tracking.badge_hint')}
      checked={checked}
      error={isDenied ? t('tracking.badge_denied') : undefined}
      onChange={onChange}
    />
  );
}

interface KnownSitesProps {
  /** The connection's id. */
  id: string;
  /** The account that was connected when the page opened. */
  start: string | undefined;
  change: (part: Partial<Preferences>, tell: Tell) => Promise<void>;
}

/** The known sites, and the toolbar badge that is based on them. With several connections, each shows its own sites. */
export function KnownSites({
  value,
  isSeveral,
  ...props
}: KnownSitesProps & { value: Preferences; isSeveral: boolean }) {
  const { said, isConnected, panel, badge } = useKnownSites(props.id, props.start, props.change);
  return (
    <Section title={t('tracking.known_label')} said={said}>
      <div class="parts">
        {isConnected && !isSeveral && (
          <div class="part">
            <KnownSitesPanel {...panel} />
          </div>
        )}
        <div class="part">
          <Fixed name="badge">
            <BadgeSwitch checked={value.badge} {...badge} />
          </Fixed>
        </div>
      </div>
    </Section>
  );
}

/** The known sites of one connection among several. */
export function KnownList({ id, start, change }: KnownSitesProps) {
  const { said, panel } = useKnownSites(id, start, change);
  return (
    <div class="part stack known">
      <KnownSitesPanel {...panel} />
      <Saved said={said} />
    </div>
  );
}
