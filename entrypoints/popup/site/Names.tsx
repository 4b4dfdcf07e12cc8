import { useState } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { RecordNames } from '@/components/RecordNames.tsx';
import { ShareLink } from '@/components/ShareLink.tsx';
import { hostChoices } from '@/lib/hosts/choices.ts';
import { hostsOf } from '@/lib/hosts/hostOf.ts';
import type { HostChoice } from '@/lib/hosts/variants.ts';
import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { VisitWait } from '../tracking/VisitWait.tsx';
import { unicodeOf } from '../unicode.ts';
import type { RecordProps } from './view.ts';

/** A name under which a site is registered or can be registered. */
interface NameOption {
  host: string;
  choice: HostChoice | 'registered';
}

interface SiteNames {
  /** The tab's host, or a host that the person typed. */
  seen: string;
  registrable: string | undefined;
  related: readonly Website[];
}

/** Returns the names that the person can choose: the variants of `seen`, and the first host of each related record. */
function nameOptions({ seen, registrable, related }: SiteNames): NameOption[] {
  const registered = new Set(related.flatMap((one) => hostsOf(one).slice(0, 1)));
  const names = hostChoices(seen, registrable).filter(({ host }) => !registered.has(host));
  return [...names, ...[...registered].map((host) => ({ choice: 'registered' as const, host }))];
}

const choiceHints: Record<NameOption['choice'], () => string> = {
  seen: () => t('popup.host_seen'),
  bare: () => t('popup.host_bare'),
  registrable: () => t('popup.host_registrable'),
  registered: () => t('popup.registered'),
};

interface NamesProps {
  site: SiteNames;
  value: string;
  onChange: (host: string) => void;
}

/** Lets the person choose one of a site's names. A button beside the heading opens the list of names below it. */
export function Names({ site, value, onChange }: NamesProps) {
  const [open, setOpen] = useState(false);
  const names = nameOptions(site);
  if (names.length < 2) return null;
  return (
    <>
      <button
        type="button"
        class="icon-button names-button"
        title={t('popup.host_choice')}
        aria-label={t('popup.host_choice')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="chevron" />
      </button>
      {open && (
        <fieldset class="names">
          <legend class="visually-hidden">{t('popup.host_choice')}</legend>
          {names.map(({ choice, host }) => (
            <label key={host} class="check">
              <input type="radio" name="host" checked={host === value} onChange={() => onChange(host)} />
              <span>
                <bdi>{unicodeOf(host)}</bdi> <span class="hint">{choiceHints[choice]()}</span>
              </span>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}

/**
 * Shows the details that only some kinds of service report: the record's other names, its share link, and the wait for
 * a visit.
 */
export const RecordDetails = ({
  website,
  site: { host, visits },
  onPress,
}: Pick<RecordProps, 'website' | 'site' | 'onPress'>) => (
  <>
    <RecordNames website={website} host={host} />
    {website.share_url && <ShareLink url={website.share_url} />}
    {visits?.of === website.id && <VisitWait {...visits} onAgain={() => onPress('look-again')} />}
  </>
);
