import { controlClass, describe, Field } from '../../ui/fields.tsx';

interface PasswordFieldProps {
  isShown: boolean;
  onToggle: () => void;
  error: string | undefined;
}

/** The password, with a button that shows it. */
export function PasswordField({ isShown, onToggle, error }: PasswordFieldProps) {
  const action = isShown ? 'Hide' : 'Show';
  return (
    <Field id="password" label="Password" error={error}>
      <div className="relative">
        <input
          id="password"
          name="password"
          type={isShown ? 'text' : 'password'}
          autoComplete="current-password"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className={`${controlClass} min-h-12 pr-20`}
          {...describe({ id: 'password', error })}
        />
        <button
          type="button"
          className="absolute inset-y-0 right-0 grid min-w-16 place-items-center rounded-xl px-3 font-semibold text-brand"
          onClick={onToggle}
        >
          <span aria-hidden>{action}</span>
          <span className="sr-only">{`${action} password`}</span>
        </button>
      </div>
    </Field>
  );
}
