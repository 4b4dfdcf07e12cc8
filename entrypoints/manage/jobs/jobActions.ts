import { ask } from '@/lib/messages/ask.ts';

/** What a person can ask of a job; how it stands then is seen by watching it. */
export const jobActions = (id: string) => ({
  onPause: () => void ask('jobs.pause', { id }),
  onResume: () => void ask('jobs.resume', { id }),
  onCancel: () => void ask('jobs.cancel', { id }),
  onRetry: (all: boolean, password: string | undefined) =>
    void ask('jobs.retry', { id, rest: all, ...(password ? { password } : {}) }),
  onDismiss: () => void ask('jobs.dismiss', { id }),
});
