import { useState, type FormEvent, type RefObject } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import {
  testimonialFormSchema,
  type NewTestimonial,
  type TestimonialTexts,
} from '../../core/domain/testimonial.ts';
import { create } from '../create/create-rows.ts';
import { readControls, textResolver, useFirstProblem, useTextForm } from '../../ui/text-form.tsx';
import { announceCreations, failureText, isInGoodHands } from '../create/announce-creations.ts';
import { useListForm } from '../create/use-list-form.ts';
import { useUnsentText } from '../unsent-text.ts';
import { useAvatar, type ChosenAvatar } from './use-avatar.ts';

type Texts = Record<keyof TestimonialTexts, string>;

const EMPTY: Texts = { name: '', role: '', rating: '5', quote: '' };
const ENTITY = 'testimonials';

export interface TestimonialForm {
  form: UseFormReturn<Texts, unknown, NewTestimonial>;
  ref: RefObject<HTMLFormElement | null>;
  avatar: ChosenAvatar;
  isDirty: boolean;
  /** Something chosen or typed is not on the device yet. */
  isUnkept: boolean;
  isBusy: boolean;
  /** Why it was not created, after an attempt. */
  failure: string | null;
  submit: (event: FormEvent<HTMLFormElement>) => void;
  clear: () => void;
}

/**
 * The form of a new testimonial. `onCreated` is called once it is published, or safe on this
 * device.
 */
export function useTestimonialForm(onCreated: () => void): TestimonialForm {
  const form = useTextForm(textResolver<Texts, NewTestimonial>(testimonialFormSchema), EMPTY);
  const avatar = useAvatar();
  const [failure, setFailure] = useState<string | null>(null);
  const { isDirty: isTyped, isSubmitting, submitCount } = form.formState;
  const ref = useFirstProblem(submitCount);
  const isDirty = isTyped || avatar.picked !== null;
  useUnsentText(isDirty);
  const stored = useListForm(ENTITY, EMPTY, form);
  const [isStored, setStored] = useState(false);

  const clear = () => {
    stored.clear();
    avatar.pick(null);
    setFailure(null);
  };

  const publish = async (values: NewTestimonial) => {
    setFailure(null);
    if (!(await avatar.check())) return;
    const result = await create({ entity: ENTITY, values }, avatar.picked, () => {
      setStored(true);
      stored.handOver();
    });
    setStored(false);
    announceCreations(ENTITY, [result]);
    if (!isInGoodHands(result)) {
      stored.save();
      return setFailure(failureText(ENTITY, result));
    }
    clear();
    onCreated();
  };

  return {
    form,
    ref,
    avatar,
    isDirty,
    isUnkept: (avatar.picked !== null && !isStored) || (isTyped && !stored.isSaved),
    isBusy: isSubmitting,
    failure,
    submit: (event) => {
      event.preventDefault();
      // The button keeps the focus while busy, so it can be pressed again.
      if (isSubmitting) return;
      readControls(form, event.currentTarget);
      void form.handleSubmit(publish)(event);
    },
    clear,
  };
}
