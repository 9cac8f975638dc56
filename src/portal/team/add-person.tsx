import { teamPersonFormSchema, type TeamPerson } from '../../core/domain/team.ts';
import { TextField } from '../../ui/fields.tsx';
import { textResolver } from '../../ui/text-form.tsx';
import { AddDialog, type AddForm } from '../create/add-dialog.tsx';

const EMPTY = { name: '', phone: '' } satisfies Record<keyof TeamPerson, string>;

const FORM: AddForm<typeof EMPTY, TeamPerson> = {
  entity: 'crew',
  empty: EMPTY,
  resolver: textResolver(teamPersonFormSchema),
  creationOf: (values) => ({ entity: 'crew', values }),
  openLabel: 'Add Person',
  title: 'Add a Person',
  description: 'Jobs can be given to them. With a code, their phone shows their own jobs.',
  submitLabel: 'Add Person',
  busyLabel: 'Adding...',
  Fields: ({ bind }) => (
    <>
      <TextField
        {...bind('name')}
        label="Name"
        hint="Customers may read the first name."
        autoComplete="off"
        required
      />
      <TextField
        {...bind('phone')}
        label="Phone Number (optional)"
        type="tel"
        inputMode="tel"
        autoComplete="off"
      />
    </>
  ),
};

/** Opens the form for a new person of the team. */
export const AddPerson = () => <AddDialog form={FORM} />;
