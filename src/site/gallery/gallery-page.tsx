import office from '../art/service-office.webp?w=400,800&picture';
import { PageHead } from '../layout/page-head.tsx';
import { PageTitle } from '../layout/page-title.tsx';
import { TitlePicture } from '../layout/title-picture.tsx';
import { Gallery } from './gallery.tsx';

export default function GalleryPage() {
  return (
    <>
      <PageHead title="Our Work" description="Pictures of homes, workplaces and special jobs that we cleaned, some before and after." />
      <PageTitle
        title="Our Work"
        picture={<TitlePicture picture={office} alt="A tidy office with three desks and computers, and a cleaning trolley beside a wet-floor sign." />}
      >
        Homes, workplaces and special jobs, as we left them.
      </PageTitle>
      <div className="mx-auto max-w-6xl px-4 pt-8 pb-20 sm:px-6 lg:pt-12 lg:pb-28">
        <Gallery />
      </div>
    </>
  );
}
