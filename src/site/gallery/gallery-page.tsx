import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { Gallery } from './gallery.tsx';

export default function GalleryPage() {
  return (
    <>
      <PageHead title="Our Work" description="Pictures of homes, workplaces and special jobs that we cleaned, some before and after." />
      <PageTitle title="Our Work">Homes, workplaces and special jobs, as we left them.</PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-20 sm:px-6 lg:pt-12 lg:pb-28">
        <Gallery />
      </div>
    </>
  );
}
