import { useEffect, useId, useRef } from 'preact/hooks';
import { t } from '@/lib/text/i18n.ts';

interface Props {
  /** A site and its password on each line. */
  text: string;
  copied: boolean;
  /** All of them were copied by hand. */
  onCopied: () => void;
  onClose: () => void;
}

/** The generated passwords, shown once. */
export function JobPasswords({ text, copied, onCopied, onClose }: Props) {
  const id = useId();
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => box.current?.select(), []);
  return (
    <div class="note shown">
      <div class="stack">
        <p role="status">{t(copied ? 'addmany.passwords_copied' : 'addmany.passwords_not_copied')}</p>
        <label class="visually-hidden" for={id}>
          {t('addmany.passwords_label')}
        </label>
        <textarea
          id={id}
          ref={box}
          rows={6}
          dir="ltr"
          readOnly
          value={text}
          spellcheck={false}
          onCopy={({ currentTarget: { selectionStart, selectionEnd } }) => {
            if (selectionEnd - selectionStart >= text.length) onCopied();
          }}
        />
        <div class="row">
          <button type="button" class="button" onClick={onClose}>
            {t('addmany.passwords_close')}
          </button>
        </div>
      </div>
    </div>
  );
}
