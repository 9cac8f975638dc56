import { ContentBody } from '../create/content-body.tsx';
import { WaitingCreations } from '../create/waiting-creations.tsx';
import { DELETION_TEXTS } from '../list/deletion-texts.ts';
import { EntityGrid } from '../list/entity-grid.tsx';
import { ListHeader } from '../list/list-header.tsx';
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
      <ContentBody
        entity={ENTITY}
        entityList={entityList}
        loading="Loading testimonials..."
        empty="No testimonials yet. Create your first testimonial to get started."
      >
        {(rows) => (
          <EntityGrid
            label="Testimonials"
            rows={rows}
            selection={selection}
            nameOf={({ name }) => `the testimonial of ${name}`}
            renderCard={(row) => <TestimonialCard testimonial={row} />}
          />
        )}
      </ContentBody>
    </div>
  );
}
