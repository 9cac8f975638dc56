import type { ReplicaRow } from '../../core/server/admin-backend.ts';
import { useLastVisit } from '../list/new-rows.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { StarRating } from '../../ui/star-rating.tsx';
import { WaitingAdditions } from '../create/waiting-creations.tsx';
import { DELETION_TEXTS } from '../list/deletion-texts.ts';
import { EntityGrid } from '../list/entity-grid.tsx';
import { ListBody, ListHeader, ListNotice } from '../list/list-body.tsx';
import { RowCard } from '../list/row-card.tsx';
import { useFetchFailure } from '../list/fetch-failure.ts';
import { useEntityList, useNewest } from '../list/use-entity-list.ts';
import { WaitingDeletions } from '../list/waiting-deletions.tsx';
import { AddTestimonial } from './add-testimonial.tsx';

function TestimonialCard({ testimonial }: { testimonial: ReplicaRow<'testimonials'> }) {
  const { name, role, rating, quote, avatar_url } = testimonial;
  return (
    <RowCard row={testimonial} title={name} created="Added">
      <div className="flex items-center gap-3">
        <Avatar name={name} url={avatar_url} />
        <div className="grid min-w-0 gap-0.5">
          {role && (
            <p dir="auto" className="text-sm">
              {role}
            </p>
          )}
          <StarRating rating={rating} />
        </div>
      </div>
      <blockquote dir="auto" className="whitespace-pre-line">
        {quote}
      </blockquote>
    </RowCard>
  );
}

const ENTITY = 'testimonials';

const renderCard = (row: ReplicaRow<typeof ENTITY>) => <TestimonialCard testimonial={row} />;

export default function TestimonialsManager() {
  const entityList = useEntityList(ENTITY);
  const { selection, waiting, undo } = entityList;
  useLastVisit(ENTITY, useNewest(ENTITY));
  useFetchFailure();

  return (
    <div className="flex flex-col gap-6">
      <ListHeader
        title="Testimonials Manager"
        subtitle="Manage what clients say on your website"
        action={<AddTestimonial />}
      />
      <WaitingDeletions waiting={waiting} texts={DELETION_TEXTS[ENTITY]} onUndo={undo} />
      <WaitingAdditions entity={ENTITY} />
      <ListBody
        entity={ENTITY}
        entityList={entityList}
        loading={
          <ListNotice>
            <p role="status">Loading testimonials...</p>
          </ListNotice>
        }
        empty="No testimonials yet. Create your first testimonial to get started."
      >
        {(rows) => (
          <EntityGrid
            label="Testimonials"
            className="wider:grid-cols-2"
            rows={rows}
            selection={selection}
            nameOf={({ name }) => `the testimonial of ${name}`}
            renderCard={renderCard}
          />
        )}
      </ListBody>
    </div>
  );
}
