import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { WaitingAdditions } from '../create/waiting-creations.tsx';
import { Notice } from '../../ui/notice.tsx';
import { faultText } from '../causes.ts';
import { Facts, PhoneFact } from '../list/facts.tsx';
import { EntityListPage } from '../list/entity-list-page.tsx';
import type { ListScreen, RowProps } from '../list/list-screen.ts';
import { callAction, RowActions, writeActions } from '../list/row-actions.tsx';
import { CompactRow } from '../list/row-card.tsx';
import type { Arrange } from '../list/use-entity-list.ts';
import { smallButtonClass } from '../../ui/button.ts';
import { passFocusOn } from '../../ui/page-change.ts';
import { useCrewDevices } from './crew-devices.ts';
import { AddPerson } from './add-person.tsx';
import { DevicesContext, PersonDevices } from './person-devices.tsx';

function PersonCard({ row }: RowProps<'crew'>) {
  const { name, phone } = row;
  const actions = phone === null ? [] : [callAction(phone), ...writeActions(phone)];
  return (
    <CompactRow
      row={row}
      title={name}
      created="Added"
      alert={null}
      actions={<RowActions name={name} actions={actions} />}
      className="desk:grid-cols-[9rem_minmax(0,1fr)] desk:gap-x-4"
    >
      <Facts>{phone !== null && <PhoneFact phone={phone} />}</Facts>
      <PersonDevices person={row} />
    </CompactRow>
  );
}

export const TEAM: ListScreen<'crew'> = {
  entity: 'crew',
  title: 'Team',
  subtitle: 'The people who go, and their phones',
  empty: 'Nobody is in the team yet',
  emptyHint: 'Add the people who go, and give them jobs.',
  fetchFailed: 'Failed to fetch the team',
  searchLabel: 'Search the team',
  fields: [
    { label: 'Name', of: ({ name }) => name },
    { label: 'Phone', of: ({ phone }) => phone, kind: 'phone' },
    { label: 'Added', of: ({ created_at }) => created_at, kind: 'time' },
  ],
  DeletionNotice: () => (
    <Notice tone="warning" title="Their phones show no jobs any more">
      <p>They are taken off the jobs from today on. Reports that they wrote stay.</p>
    </Notice>
  ),
  nameOf: ({ name }) => name,
  Card: PersonCard,
  isCompact: true,
};

const byName: Arrange<ReplicaRow<'crew'>> = (people) => {
  const rows = [...people].sort((a, b) => a.name.localeCompare(b.name));
  return { rows, all: rows };
};

export default function TeamPage() {
  const devices = useCrewDevices();
  const { state, again } = devices;
  return (
    <DevicesContext value={devices}>
      <EntityListPage screen={TEAM} arrange={byName} action={<AddPerson />}>
        <WaitingAdditions entity="crew" />
        <div role="status">
          {state.status === 'failed' && (
            <p className="rounded-2xl border border-line bg-surface px-4 py-3">
              {`The phones could not be read. ${faultText(state.fault)}`}
            </p>
          )}
        </div>
        {state.status === 'failed' && (
          <button
            ref={passFocusOn}
            type="button"
            className={`${smallButtonClass('secondary')} self-start`}
            onClick={() => void again()}
          >
            Try again
          </button>
        )}
      </EntityListPage>
    </DevicesContext>
  );
}
