import home from '../art/overview-residential.webp?w=400,800&picture';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { TitlePicture } from '../layout/title-picture.tsx';
import { TestimonialGrid } from './testimonial-grid.tsx';

export default function TestimonialsPage() {
  return (
    <>
      <PageHead title="What Our Clients Say" description="Reviews by clients whose homes and workplaces we clean." />
      <PageTitle
        title="What Our Clients Say"
        picture={<TitlePicture picture={home} alt="A cutaway two-storey home with a living room below and a bedroom above, both tidy and sunlit." />}
      >
        In the words of people whose homes and workplaces we look after.
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-20 sm:px-6 lg:pt-14 lg:pb-28">
        <TestimonialGrid />
      </div>
    </>
  );
}
