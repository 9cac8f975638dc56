import { useState, type FormEvent } from 'react';
import type { FieldPath, Resolver, UseFormReturn } from 'react-hook-form';
import type { CreatedEntity, Creation } from '../../core/domain/creation.ts';
import type { Outcome } from '../../core/outbox/entry.ts';
import { create } from './create-rows.ts';
import { Dialog, DialogButtons } from '../../ui/dialog.tsx';
import type { Elements } from '../../ui/elements.ts';
import {
  readControls,
  useFirstProblem,
  useTextForm,
  type TextValues,
} from '../../ui/text-form.tsx';
import { buttonClass } from '../../ui/button.ts';
import { LeaveGuard } from '../../ui/leave-guard.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useUnsentText } from '../unsent-text.ts';
import { announceCreations, failureText, isInGoodHands } from './announce-creations.ts';
import { useListForm } from './use-list-form.ts';

/** A form of text fields that adds a row to a list. */
export interface AddForm<Values extends TextValues, Output> {
  entity: CreatedEntity;
  empty: Values;
  resolver: Resolver<Values, unknown, Output>;
  creationOf: (values: Output) => Creation;
  /** The button that opens it, the dialog's title, and a sentence about what becomes of the row. */
  openLabel: string;
  title: string;
  description: string;
  submitLabel: string;
  busyLabel: string;
  Fields: (props: FieldsProps<Values, Output>) => Elements;
}

export interface FieldsProps<Values extends TextValues, Output> {
  bind: (name: keyof Values & string) => FieldBinding;
  form: UseFormReturn<Values, unknown, Output>;
}

export type FieldBinding = ReturnType<UseFormReturn['register']> & {
  id: string;
  error: string | undefined;
};

/** Says that a row was not added, with the server's reason. */
function Failure({ entity, result }: { entity: CreatedEntity; result: Outcome }) {
  const title = failureText(entity, result);
  return (
    title !== null && (
      <Notice tone="error" title={title}>
        {result.outcome === 'refused' && (
          <p className="wrap-anywhere">{result.attention.message}</p>
        )}
      </Notice>
    )
  );
}

/** Opens a form in a dialog. Typed text survives closing the dialog and leaving the page. */
export function AddDialog<Values extends TextValues, Output>({
  form: { entity, empty, resolver, creationOf, Fields, ...texts },
}: {
  form: AddForm<Values, Output>;
}) {
  const [open, setOpen] = useState(false);
  const form = useTextForm(resolver, empty);
  const { isDirty, isSubmitting, submitCount, errors } = form.formState;
  const ref = useFirstProblem(submitCount);
  useUnsentText(isDirty);
  const stored = useListForm(entity, empty, form);
  const [failed, setFailed] = useState<Outcome | null>(null);

  const add = async (values: Output) => {
    setFailed(null);
    const result = await create(creationOf(values), null, stored.handOver);
    announceCreations(entity, [result]);
    if (!isInGoodHands(result)) {
      stored.save();
      return setFailed(result);
    }
    stored.clear();
    setOpen(false);
  };

  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // The button keeps the focus while busy, so it can be pressed again.
    if (isSubmitting) return;
    readControls(form, event.currentTarget);
    void form.handleSubmit(add)(event);
  };

  const bind = (name: keyof Values & string) => ({
    ...form.register(name as FieldPath<Values>),
    id: `${entity}-${name}`,
    error: errors[name]?.message as string | undefined,
  });

  return (
    <>
      <button type="button" className={buttonClass('primary')} onClick={() => setOpen(true)}>
        {texts.openLabel}
      </button>
      <LeaveGuard isUnkept={isDirty && !stored.isSaved} />
      <Dialog
        open={open}
        title={texts.title}
        description={texts.description}
        isDirty={isDirty}
        onClose={() => setOpen(false)}
      >
        <form ref={ref} noValidate className="grid gap-4" onSubmit={onSubmit}>
          <fieldset disabled={isSubmitting} className="grid min-w-0 gap-4">
            <Fields bind={bind} form={form} />
          </fieldset>
          <div role="alert" className="empty:hidden">
            {failed && <Failure entity={entity} result={failed} />}
          </div>
          <DialogButtons>
            <button type="submit" aria-disabled={isSubmitting} className={buttonClass('primary')}>
              {isSubmitting ? texts.busyLabel : texts.submitLabel}
            </button>
          </DialogButtons>
        </form>
      </Dialog>
    </>
  );
}
