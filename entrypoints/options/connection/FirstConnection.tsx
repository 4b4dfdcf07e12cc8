import { useEffect } from 'preact/hooks';
import { Icon } from '@/components/Icon.tsx';
import { t } from '@/lib/text/i18n.ts';
import { useTitle } from '../Section.tsx';
import { SaveButton, SaveOutcome } from './Connection.tsx';
import { Form } from './Field.tsx';
import { Headers } from './Folds.tsx';
import { ServicePart } from './ServicePart.tsx';
import { isTyped } from './shown.ts';
import type { Opened } from './state.ts';
import { useConnection } from './useConnection.ts';
import './connection.css';

function First({ state, send }: Opened) {
  const isOpen = state.open.includes('more');
  const toggle = () => send({ type: 'folded', part: 'more', isOpen: !isOpen });
  useTitle();
  return (
    <>
      <Form state={state} send={send} look="card">
        <div class="part">
          <img src="/icons/48.png" alt="" width={36} height={36} />
          <h1 tabIndex={-1}>{t('popup.not_set_up')}</h1>
        </div>
        <ServicePart service="analytics" />
        {isOpen && (
          <>
            <ServicePart service="seo" />
            <Headers />
          </>
        )}
        <div class="part">
          <SaveButton look="button primary wide" />
          <SaveOutcome />
        </div>
      </Form>
      <div class="beneath">
        <p class="hint line-icon">
          <Icon name="lock" />
          {t('options.key_stays')}
        </p>
        <button type="button" class="link" aria-expanded={isOpen} onClick={toggle}>
          {t('popup.more')}
        </button>
        {isOpen && <a href="#import">{t('options.file_import')}</a>}
        {state.read.all.list.length > 0 && (
          <button type="button" class="link" onClick={() => send({ type: 'cancelled' })}>
            {t('popup.cancel')}
          </button>
        )}
      </div>
    </>
  );
}

/**
 * Renders the form of the first connection: an address, a key and a button. Calls `onUnsaved` with true while the form
 * has unsaved text or is being saved.
 */
export function FirstConnection({ onUnsaved }: { onUnsaved: (isUnsaved: boolean) => void }) {
  const opened = useConnection(undefined);
  const isUnsaved = opened !== undefined && (isTyped(opened.state.typed) || opened.state.busy !== undefined);
  useEffect(() => {
    onUnsaved(isUnsaved);
    return () => onUnsaved(false);
  }, [isUnsaved, onUnsaved]);
  return opened ? <First {...opened} /> : null;
}
