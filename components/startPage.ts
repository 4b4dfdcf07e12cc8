import { setPageLanguage, t } from '@/lib/text/i18n.ts';

/** Shows a page once the data that it starts with has been read. If that fails, shows only a sentence about this. */
export async function startPage<T>(reading: Promise<T>, show: (start: T, root: HTMLElement) => void): Promise<void> {
  setPageLanguage();
  const root = document.getElementById('app');
  if (root)
    await reading.then(
      (start) => show(start, root),
      () => {
        root.className = 'note danger';
        root.textContent = t('problem.storage');
      },
    );
}
