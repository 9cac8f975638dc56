import { ListHeader } from '../list/list-header.tsx';
import { GalleryList } from './gallery-list.tsx';
import { UploadCard } from './upload-card.tsx';

export default function GalleryPage() {
  return (
    <div className="grid gap-6">
      <ListHeader title="Gallery Manager" subtitle="Upload and manage the pictures of the public gallery" />
      <UploadCard />
      <GalleryList />
    </div>
  );
}
