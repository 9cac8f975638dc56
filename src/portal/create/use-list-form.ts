import type { UseFormReturn } from 'react-hook-form';
import type { CreatedEntity } from '../../core/domain/creation.ts';
import { useAdministrator } from '../../runtime/auth/use-auth.ts';
import { useStoredForm, type StoredFormState } from '../../runtime/use-stored-form.ts';

/**
 * Keeps the text of a list's form on the device until it is sent or its administrator signs out, and
 * shows it in every tab whose form has no other text. `empty`: the values of an untouched form.
 */
export function useListForm<Values extends Record<string, string>, Output>(
  list: CreatedEntity,
  empty: Values,
  form: Pick<UseFormReturn<Values, unknown, Output>, 'getValues' | 'reset' | 'subscribe'>,
): StoredFormState {
  const userId = useAdministrator()?.id ?? null;
  return useStoredForm(form, { key: `${userId} ${list}`, userId, empty });
}
