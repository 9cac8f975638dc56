import { useCallback } from 'react';

interface LocalPictureProps {
  picture: Blob;
  className: string;
}

/** A picture that this page holds in memory. What it shows stands beside it. */
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
