import { useCallback } from 'react';

interface LocalPictureProps {
  picture: Blob;
  className: string;
}

/** A picture held in memory. Decorative, because text beside it describes it. */
export function LocalPicture({ picture, className }: LocalPictureProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      image.src = URL.createObjectURL(picture);
      return () => URL.revokeObjectURL(image.src);
    },
    [picture],
  );
  return <img ref={show} alt="" className={`object-cover ${className}`} />;
}
