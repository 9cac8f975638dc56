import { WaitingCreations } from '../create/waiting-creations.tsx';
import { DELETION_TEXTS } from '../list/deletion-texts.ts';
import { EntityGrid } from '../list/entity-grid.tsx';
import { ListBody } from '../list/list-body.tsx';
import { ListHeader } from '../list/list-header.tsx';
import { ListNotice } from '../list/list-notice.tsx';
import { useEntityList } from '../list/use-entity-list.ts';
import { useFetchFailure } from '../list/use-fetch-failure.ts';
import { WaitingDeletions } from '../list/waiting-deletions.tsx';
import { NewTestimonial } from './new-testimonial.tsx';
import { TestimonialCard } from './testimonial-card.tsx';

const ENTITY = 'testimonials';

export default function TestimonialsPage() {
  const entityList = useEntityList(ENTITY);
  const { selection, waiting, takeBack } = entityList;
  useFetchFailure();

  return (
    <div className="grid gap-6">
      <ListHeader title="Testimonials Manager" subtitle="Manage what clients say on your website" action={<NewTestimonial />} />
      <WaitingDeletions waiting={waiting} texts={DELETION_TEXTS[ENTITY]} onTakeBack={takeBack} />
      <WaitingCreations entity={ENTITY} />
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
            className="xl:grid-cols-2"
            rows={rows}
            selection={selection}
            nameOf={({ name }) => `the testimonial of ${name}`}
            renderCard={(row) => <TestimonialCard testimonial={row} />}
          />
        )}
      </ListBody>
    </div>
  );
}
