import { useRef, useState } from 'preact/hooks';
import { distinctNames } from '@/lib/connections/distinctNames.ts';
import type { ConnectionAddress, Connections } from '@/lib/storage/settings.ts';
import { listText, t } from '@/lib/text/i18n.ts';
import { unicodeOf } from '../unicode.ts';
import { useRules } from './useRules.ts';

interface ConnectionSwitchProps {
  /** The connections, as loaded when the popup opened. */
  connections: Connections;
  connection: ConnectionAddress;
  host: string;
  /** The other connected accounts that have a record of the site. */
  also: readonly string[];
  onPick: (id: string) => void;
}

/** Lets the person choose the connection for the site, either for this popup only or for good, by adding a rule. */
export function ConnectionSwitch({ connections, connection, host, also, onPick }: ConnectionSwitchProps) {
  const [said, setSaid] = useState('');
  const select = useRef<HTMLSelectElement>(null);
  const { all, isByRule, always } = useRules(connections, host, connection.id);
  const words = t('popup.always', { domain: unicodeOf(host) });
  const names = distinctNames(all.list);
  const alsoNames = all.list.filter(({ account }) => also.includes(account)).map(({ id }) => names.get(id) ?? '');
  return (
    <section aria-label={t('popup.connection')}>
      <div class="connection-row">
        <select
          dir="auto"
          aria-label={t('popup.connection')}
          value={connection.id}
          ref={select}
          onChange={({ currentTarget }) => {
            const { value } = currentTarget;
            setSaid('');
            // Until the picked connection has been loaded, the box shows the current one, as does the view below.
            currentTarget.value = connection.id;
            onPick(value);
          }}
        >
          {all.list.map((one) => (
            <option key={one.id} value={one.id}>
              {names.get(one.id)}
            </option>
          ))}
        </select>
        {!isByRule && (
          <button
            type="button"
            class="link"
            title={words}
            onClick={async () => {
              const failure = await always();
              setSaid(failure ?? t('popup.always_stored'));
              if (!failure) select.current?.focus();
            }}
          >
            {words}
          </button>
        )}
        <p class="hint" aria-live="polite">
          {said}
        </p>
      </div>
      {alsoNames.length > 0 && <p class="hint">{t('popup.also_registered', { names: listText(alsoNames) })}</p>}
    </section>
  );
}
