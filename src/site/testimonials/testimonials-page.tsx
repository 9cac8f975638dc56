import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { TestimonialGrid } from './testimonial-grid.tsx';

export default function TestimonialsPage() {
  return (
    <>
      <PageHead title="What Our Clients Say" description="Reviews by clients whose homes and workplaces we clean." />
      <PageTitle title="What Our Clients Say">In the words of people whose homes and workplaces we look after.</PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-10 pb-20 sm:px-6 lg:pt-14 lg:pb-28">
        <TestimonialGrid />
      </div>
    </>
  );
}
