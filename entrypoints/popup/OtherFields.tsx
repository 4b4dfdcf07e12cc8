import { Icon } from '@/components/Icon.tsx';
import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { edits } from '@/lib/websites/fields.ts';
import type { FormProps } from './formProps.ts';
import { MoreFields } from './MoreFields.tsx';
import { MoreOptions } from './MoreOptions.tsx';
import { rareChanges } from './site/presses.ts';

interface OtherFieldsProps extends FormProps {
  website: Website;
  onDelete: () => void;
}

/** The rarely changed fields, saved together; or why nothing can be changed. */
export function OtherFields({ website, site, send, onPress, onDelete, pageUrl }: OtherFieldsProps) {
  if (website.locked)
    return (
      <p class="note warn">
        <Icon name="warning" />
        {website.locked === 'not-allowed' ? t('record.not_allowed') : t('popup.read_only')}
      </p>
    );
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        onPress('save');
      }}
    >
      <MoreOptions
        Fields={MoreFields}
        // Until the service has shown the record, most of its fields are unknown.
        fields={site.isRead ? site.fields : undefined}
        onChange={(after) => send({ type: 'edited', fields: edits(site.fields, after) })}
        isOpen={site.isMore}
        onToggle={() => onPress('more')}
        pageUrl={pageUrl}
      >
        <button
          type="button"
          class="button quiet risky"
          onClick={() => {
            send({ type: 'left' });
            onDelete();
          }}
        >
          <Icon name="trash" />
          {t('popup.delete')}
        </button>
      </MoreOptions>
      {Object.keys(rareChanges(website, site.typed).fields).length > 0 && (
        <button type="submit" class="button primary" disabled={site.busy}>
          {site.busy ? t('popup.saving') : t('popup.save')}
        </button>
      )}
    </form>
  );
}
