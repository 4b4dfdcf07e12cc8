import { Icon } from '@/components/Icon.tsx';
import type { Website } from '@/lib/services/index.ts';
import { t } from '@/lib/text/i18n.ts';
import { changed } from '@/lib/websites/changed.ts';
import { edits, toFields } from '@/lib/websites/fields.ts';
import { MoreFields } from './MoreFields.tsx';
import { MoreOptions } from './MoreOptions.tsx';
import type { Unsaved } from './typed.ts';
import { useUnsaved } from './useUnsaved.ts';

interface OtherFieldsProps {
  website: Website;
  unsaved: Unsaved;
  /** The service has shown the record; until then, most of its fields are unknown. */
  isRead: boolean;
  pageUrl: string;
  busy: boolean;
  /** A change is being saved. */
  onAct: (all?: boolean) => void;
  /** Resolves to whether the service accepted. */
  onSave: (fields: ReturnType<typeof changed>) => Promise<boolean>;
  onDelete: () => void;
}

/** The rarely changed fields, saved together; or why nothing can be changed. */
export function OtherFields({ website, unsaved, isRead, pageUrl, busy, onAct, onSave, onDelete }: OtherFieldsProps) {
  const { fields: edited = {} } = unsaved;
  const keep = useUnsaved(unsaved);
  const before = toFields(website);
  const fields = { ...before, ...edited };
  const changes = changed(before, fields);
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
      onSubmit={async (event) => {
        event.preventDefault();
        if ((await onSave(changes)) && unsaved.fields === edited) keep({ fields: {} });
      }}
    >
      <MoreOptions
        Fields={MoreFields}
        fields={isRead ? fields : undefined}
        onChange={(after) => {
          onAct(true);
          keep({ fields: edits(before, after) });
        }}
        typed={unsaved}
        pageUrl={pageUrl}
      >
        <button
          type="button"
          class="button quiet risky"
          onClick={() => {
            onAct(true);
            onDelete();
          }}
        >
          <Icon name="trash" />
          {t('popup.delete')}
        </button>
      </MoreOptions>
      {Object.keys(changes).length > 0 && (
        <button type="submit" class="button primary" disabled={busy}>
          {busy ? t('popup.saving') : t('popup.save')}
        </button>
      )}
    </form>
  );
}
