import type { ConnectionStatus, Service } from '@/lib/messages/commands.ts';
import type { ConnectionFormState, Field, FieldProblem } from './connectionFields.ts';
import type { ServiceOutcome } from './ServiceReport.tsx';

/** What the connection form shows. */
export interface ConnectionView {
  form: ConnectionFormState;
  status: ConnectionStatus;
  /** Keep the keys only until the browser closes. */
  forgetKeys: boolean;
  replacing: Partial<Record<Service, boolean>>;
  problems: Partial<Record<Field, FieldProblem>>;
  mended: Partial<Record<Field, string>>;
  /** Number of refused attempts to save; each focuses the first invalid field. */
  refusals: number;
  outcomes: Partial<Record<Service, ServiceOutcome>>;
  /** Why nothing could be saved at all. */
  failure?: string;
  /** Where keys are made, once the address is known. */
  accountUrl?: string;
  /** The first connection works. */
  isReady: boolean;
}

/** The actions of the connection form. */
export interface ConnectionActions {
  onInput: (field: Field, value: string) => void;
  onForgetKeys: (forget: boolean) => void;
  onReplacing: (service: Service, replacing: boolean) => void;
  onForget: (service: Service) => void;
  /** Called directly in the click, because the browser prompts for access. */
  onSave: () => void;
  onAccess: () => void;
  onRetry: () => void;
}
