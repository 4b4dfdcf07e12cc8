import type { ConnectionStatus, Service } from '@/lib/messages/commands.ts';
import type { ConnectionFormState, Field, FieldProblem } from './connectionFields.ts';
import type { ServiceOutcome } from './ServiceReport.tsx';

/** What the form of the connection shows. */
export interface ConnectionView {
  form: ConnectionFormState;
  status: ConnectionStatus;
  /** The keys shall be forgotten when the browser closes. */
  forgetKeys: boolean;
  replacing: Partial<Record<Service, boolean>>;
  problems: Partial<Record<Field, FieldProblem>>;
  mended: Partial<Record<Field, string>>;
  /** Counts the refused attempts to save: each takes the person to the first box with a problem. */
  refusals: number;
  outcomes: Partial<Record<Service, ServiceOutcome>>;
  /** Why nothing could be saved at all. */
  failure?: string;
  /** Where keys are made, once the address is known. */
  accountUrl?: string;
  /** The first connection stands. */
  isReady: boolean;
}

/** What a person can do in it. */
export interface ConnectionActions {
  onInput: (field: Field, value: string) => void;
  onForgetKeys: (forget: boolean) => void;
  onReplacing: (service: Service, replacing: boolean) => void;
  onForget: (service: Service) => void;
  /** Called straight in the click: the browser is asked for access in it. */
  onSave: () => void;
  onAccess: () => void;
  onRetry: () => void;
}
