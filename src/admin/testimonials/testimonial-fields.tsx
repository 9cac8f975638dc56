import { useWatch } from 'react-hook-form';
import { LIMITS } from '../../core/domain/limits.ts';
import type { TestimonialTexts } from '../../core/domain/testimonial.ts';
import { FileField } from '../../ui/file-field.tsx';
import { LiveCharacterCount } from '../../ui/forms/live-character-count.tsx';
import { LocalPicture } from '../../ui/local-picture.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { TextareaField } from '../../ui/textarea-field.tsx';
import type { TestimonialForm } from './use-testimonial-form.ts';

const { rating } = LIMITS;

/** Whatever is typed, what the stars can show of it. */
const starsOf = (text: string) => Math.min(rating.max, Math.max(0, Math.trunc(Number(text)) || 0));

export function TestimonialFields({ state: { form, avatar, isBusy } }: { state: TestimonialForm }) {
  const { register, control, formState } = form;
  const typedRating = useWatch({ control, name: 'rating' });
  const { picked, error } = avatar;
  const bind = (field: keyof TestimonialTexts) => ({
    ...register(field),
    id: `testimonial-${field}`,
    error: formState.errors[field]?.message,
  });

  return (
    <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="Name *" required autoComplete="off" {...bind('name')} />
        <TextField label="Role/Title (optional)" placeholder="Homeowner" autoComplete="off" {...bind('role')} />
      </div>
      <div className="grid gap-x-5 gap-y-2 sm:grid-cols-2">
        <TextField
          label="Rating (1-5) *"
          type="number"
          inputMode="numeric"
          required
          {...rating}
          step={1}
          {...bind('rating')}
        />
        {/* In the middle of the control beside it. */}
        <div className="sm:pt-11">
          <StarRating rating={starsOf(typedRating)} />
        </div>
      </div>
      <TextareaField
        label="Quote (20-400 characters) *"
        required
        hint={<LiveCharacterCount control={control} name="quote" max={LIMITS.quote.max} />}
        {...bind('quote')}
      />
      <FileField
        id="testimonial-avatar"
        label="Avatar Image (optional, max 1MB)"
        hint="A jpeg, png or webp image."
        accept="image/jpeg,image/png,image/webp"
        file={picked}
        error={error}
        sign={picked && !error ? <LocalPicture picture={picked} className="size-12 rounded-full" /> : undefined}
        onPick={avatar.pick}
        onRemove={() => avatar.pick(null)}
      />
    </fieldset>
  );
}
