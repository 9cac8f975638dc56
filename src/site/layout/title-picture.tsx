import { Picture, type PictureFile } from '../../ui/picture.tsx';

/** The picture beside a page's heading: what the person sees first while the page's list comes from the server. */
export function TitlePicture({ picture, alt }: { picture: PictureFile; alt: string }) {
  return (
    <div className="md:w-[26rem] md:shrink-0">
      <Picture
        picture={picture}
        sizes="(min-width: 48rem) 26rem, calc(100vw - 2rem)"
        alt={alt}
        className="aspect-[2/1] rounded-[2rem] object-cover shadow-card"
        first
      />
    </div>
  );
}
