import type { ComponentChildren } from 'preact';
import { Button } from '@/components/Button.tsx';
import { t } from '@/lib/text/i18n.ts';
import { Dialog } from './Dialog.tsx';

interface ExportDialogProps {
  files: readonly { label: string; save: () => void }[];
  onClose: () => void;
  children: ComponentChildren;
}

export const ExportDialog = ({ files, onClose, children }: ExportDialogProps) => (
  <Dialog title={t('manage.export')} onClose={onClose}>
    <div class="sheet">
      <div class="body stack">{children}</div>
      <footer>
        <div class="row">
          {files.map(({ label, save }, at) => (
            <Button key={label} look={at ? undefined : 'primary'} icon="download" label={label} onClick={save} />
          ))}
          <Button label={t('manage.close')} onClick={onClose} />
        </div>
      </footer>
    </div>
  </Dialog>
);
